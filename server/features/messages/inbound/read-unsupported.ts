import type { InboundFacts } from '../../../../shared/contract/inbound-facts.ts';
import { type Loose, object, objects, word } from './lenient.ts';

/** Errors that stand in place of a content, in words for an agent. */
const REASONS: Readonly<Record<string, string>> = {
  131051: 'The platform does not pass on this kind of message. Ask the customer to send it in another form.',
  131052: 'The platform could not fetch the file; it may be too large. Ask the customer to send it smaller.',
  131060: 'The platform could not pass on this message. Ask the customer to write it again.',
};
const UNKNOWN = 'This kind of message cannot be shown here. What came is kept below.';

/** Why there is nothing to show of a message, and what it was as far as the platform tells. */
export function readUnsupported(payload: Loose): InboundFacts['unsupported'] {
  const [error] = objects(payload.errors);
  const code = word(error?.code);
  const hint = word(object(payload.unsupported)?.type);
  const kind = hint ?? word(payload.type) ?? 'unknown';
  const told = word(object(error?.error_data)?.details) ?? word(error?.details) ?? word(error?.title);
  return { kind, code, reason: (code === null ? null : (REASONS[code] ?? told)) ?? UNKNOWN };
}
