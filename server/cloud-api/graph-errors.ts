import type { MessageError } from '../../shared/contract/messages.contract.ts';

/** What to do about an error of the platform: try again, show it, or have the credentials mended. */
export type GraphAction = 'retry' | 'show' | 'credentials';

/** The error that says: more than 24 hours since the customer wrote. */
export const WINDOW_CLOSED_CODE = '131047';

/** Try again: outages and throttles. The send is not lost, it waits (PLATFORM 9). */
const RETRY = new Set([1, 2, 4, 80007, 130429, 131000, 131016, 131056, 131057, 133004]);
/** The token or the account's rights: nothing can be sent until a person mends it. Nothing is dropped meanwhile. */
const CREDENTIALS = new Set([0, 10, 104, 190, 131005, 368, 131031]);

export function actionFor(code: number): GraphAction {
  if (RETRY.has(code)) return 'retry';
  if (CREDENTIALS.has(code) || (code >= 200 && code <= 299)) return 'credentials';
  return 'show';
}

/** Sentences that an agent understands; the platform's own words stand behind them as details. */
const SENTENCES: Readonly<Record<number, string>> = {
  100: 'The platform did not accept this message.',
  131008: 'The platform misses a part of this message.',
  131009: 'The platform does not accept a part of this message.',
  131021: 'This is your own business number.',
  131026: 'This number cannot be reached: it may not be on the network, or it has blocked you.',
  131030: 'Your test number may only write to numbers on its allow list.',
  131042: 'The platform wants a payment method before it sends this.',
  131047: 'They last wrote more than 24 hours ago. Only a template can be sent now.',
  131048: 'The platform limits your number because recipients reported or blocked it.',
  131049: 'The platform held this back to protect the recipient from too many messages.',
  131050: 'This person has stopped marketing messages from you.',
  131051: 'The platform does not support this kind of message.',
  131053:
    'The platform could not fetch the file, or does not take its kind or size. Check that the link opens without a login.',
  132000: 'The template wants another number of parameters. Give one for each of its variables.',
  132001: 'There is no approved template with this name in this language.',
  132005: 'The template is too long with these parameters. Shorten them.',
  132007: 'The platform refused the template because of what it says.',
  132008: 'A parameter does not fit its place in the template.',
  132012: 'A parameter does not fit its place in the template: its kind or its form is another.',
  132015: 'The platform has paused this template because of its quality.',
  132016: 'The platform has disabled this template for good. Use another.',
  132068: 'The flow of this template is blocked.',
  132069: 'The flow of this template is throttled. Try again later.',
  133010: 'Your number is not registered with the platform.',
};

export function explainError(code: number, title: string, details: string | null): MessageError {
  return {
    code: String(code),
    message: SENTENCES[code] ?? (title || 'The platform refused this message.'),
    details,
  };
}
