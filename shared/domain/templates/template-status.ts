import type { ErrorDetail } from '../errors.ts';

/** The fields that decide whether a template can be sent. */
export interface TemplateState {
  status: string;
  rejectedReason: string | null;
}

/** The statuses that can be sent. FLAGGED is only a warning by the platform. */
const SENDABLE = ['APPROVED', 'FLAGGED'];

export function isSendable({ status }: TemplateState): boolean {
  return SENDABLE.includes(status);
}

const SENTENCES: Readonly<Record<string, string>> = {
  PENDING: 'is waiting for approval by the platform',
  IN_APPEAL: 'is waiting for approval by the platform: its rejection was appealed',
  PAUSED: 'is paused by the platform because of its quality; it becomes available again automatically',
  DISABLED: 'is permanently disabled by the platform',
  PENDING_DELETION: 'is being deleted',
  ARCHIVED: 'is archived on the platform',
  LIMIT_EXCEEDED: 'exceeds the number of templates that the account can have',
  LOCKED: 'is locked by the platform',
};

/** Returns why a template cannot be sent; null when it can. */
export function whyNotSendable(template: TemplateState): ErrorDetail | null {
  if (isSendable(template)) return null;
  const { status, rejectedReason } = template;
  const message =
    status === 'REJECTED'
      ? `was rejected by the platform${rejectedReason ? ` (${reasonInWords(rejectedReason)})` : ''}: edit it there and submit it again`
      : (SENTENCES[status] ?? `cannot be sent while its status on the platform is ${status}`);
  return { path: 'templateName', message };
}

/** Returns a reason such as `INVALID_FORMAT` in readable form. */
export function reasonInWords(reason: string): string {
  return reason.toLowerCase().replaceAll('_', ' ');
}
