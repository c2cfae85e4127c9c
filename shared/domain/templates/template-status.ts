import type { ErrorDetail } from '../errors.ts';
import { defineReasons } from '../reasons/define-reasons.ts';

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

/** Why a template cannot be sent, as the error of the field that names it. The dashboard has a sentence for each code. */
export const NOT_SENDABLE = defineReasons({
  pending: 'is waiting for approval by WhatsApp',
  in_appeal: 'is waiting for approval by WhatsApp: its rejection was appealed',
  paused: 'is paused by WhatsApp because of its quality; it becomes available again automatically',
  disabled: 'is permanently disabled by WhatsApp',
  pending_deletion: 'is being deleted',
  archived: 'is archived on WhatsApp',
  limit_exceeded: 'exceeds the number of templates that the account can have',
  locked: 'is locked by WhatsApp',
  rejected: 'was rejected by WhatsApp: edit it there and submit it again',
  rejected_because: 'was rejected by WhatsApp ({{reason}}): edit it there and submit it again',
  other: 'cannot be sent while its status on WhatsApp is {{status}}',
});

/** The statuses whose code is their name in lower case. */
const NAMED = [
  'pending',
  'in_appeal',
  'paused',
  'disabled',
  'pending_deletion',
  'archived',
  'limit_exceeded',
  'locked',
] as const;

/** Returns why a template cannot be sent; null when it can. */
export function whyNotSendable(template: TemplateState): ErrorDetail | null {
  return isSendable(template) ? null : { path: 'templateName', message: messageOf(template) };
}

function messageOf({ status, rejectedReason }: TemplateState): string {
  if (status === 'REJECTED')
    return rejectedReason
      ? NOT_SENDABLE.write('rejected_because', { reason: reasonInWords(rejectedReason) })
      : NOT_SENDABLE.write('rejected');
  const named = NAMED.find((code) => code === status.toLowerCase());
  return named ? NOT_SENDABLE.write(named) : NOT_SENDABLE.write('other', { status });
}

/** Returns a reason such as `INVALID_FORMAT` in readable form. */
export function reasonInWords(reason: string): string {
  return reason.toLowerCase().replaceAll('_', ' ');
}
