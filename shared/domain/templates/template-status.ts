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
  PENDING: 'is waiting for approval by WhatsApp',
  IN_APPEAL: 'is waiting for approval by WhatsApp: its rejection was appealed',
  PAUSED: 'is paused by WhatsApp because of its quality; it becomes available again automatically',
  DISABLED: 'is permanently disabled by WhatsApp',
  PENDING_DELETION: 'is being deleted',
  ARCHIVED: 'is archived on WhatsApp',
  LIMIT_EXCEEDED: 'exceeds the number of templates that the account can have',
  LOCKED: 'is locked by WhatsApp',
};

/** Returns why a template cannot be sent; null when it can. */
export function whyNotSendable(template: TemplateState): ErrorDetail | null {
  if (isSendable(template)) return null;
  const { status, rejectedReason } = template;
  const message =
    status === 'REJECTED'
      ? `was rejected by WhatsApp${rejectedReason ? ` (${reasonInWords(rejectedReason)})` : ''}: edit it there and submit it again`
      : (SENTENCES[status] ?? `cannot be sent while its status on WhatsApp is ${status}`);
  return { path: 'templateName', message };
}

/** Returns a reason such as `INVALID_FORMAT` in readable form. */
export function reasonInWords(reason: string): string {
  return reason.toLowerCase().replaceAll('_', ' ');
}
