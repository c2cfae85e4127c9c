import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';

/** What can help after a message has failed: another number, another template, or the same message again. */
export type FailureAction = 'number' | 'template' | 'retry';

/** The number cannot be reached, or is not one that can. */
const NUMBER = ['131026', '131021', '131062', 'no_recipient'];
/** The reply window is closed, or the template itself is wrong. */
const TEMPLATE = [
  ...['131047', '132000', '132001', '132005', '132007', '132008', '132012', '132015', '132016', '132068'],
];
/** The platform refuses it to this person or with this content, and will again. */
const FINAL = [
  ...[
    '100',
    '130403',
    '130472',
    '130497',
    '131008',
    '131009',
    '131049',
    '131050',
    '131051',
    '131052',
    '135000',
    'contact_unsubscribed',
    'already_reached',
  ],
];

/** Returns what helps after a failure; null when nothing here does. Whatever is not known is worth another try. */
export function failureAction({
  status,
  error,
}: Pick<ThreadMessage, 'status' | 'error'>): FailureAction | null {
  if (status !== 'failed') return null;
  const code = error?.code ?? '';
  if (NUMBER.includes(code)) return 'number';
  if (TEMPLATE.includes(code)) return 'template';
  return FINAL.includes(code) ? null : 'retry';
}

/** Returns whether the message can be sent again: after its number was corrected, or as it is. */
export function isRetryable(message: Pick<ThreadMessage, 'status' | 'error'>): boolean {
  const action = failureAction(message);
  return action === 'retry' || action === 'number';
}

/** Returns a failure as a person passes it on: what happened, when, and the ids that find the message. */
export function failureDetails({ id, platformId, error, failedAt }: ThreadMessage): string {
  if (error === null) return id;
  const lines = [`${error.code}: ${error.message}`, error.details, failedAt, id, platformId];
  return lines.filter((line) => line !== null).join('\n');
}
