import { type InboundFacts, InboundFactsSchema } from '../../../shared/contract/inbound-facts.ts';
import { asJson } from '../../db/define-model.ts';
import type { MessageRow } from '../../db/models/message.model.ts';
import { readFacts } from '../../platform/inbound/message-content.ts';

/** The content of the column `facts`: the parts that are present, and the version of their reader. */
type StoredFacts = Partial<InboundFacts> & { version: number };

/** Increment when `readFacts` changes its results: older facts are then read from the payload again. */
const FACTS_VERSION = 3;

const NONE = Object.fromEntries(
  Object.keys(InboundFactsSchema.shape).map((name) => [name, null]),
) as unknown as InboundFacts;

/** Returns the value of the column `facts` for a message. */
export function factsColumn(facts: InboundFacts | null): string | null {
  if (facts === null) return null;
  const parts = Object.entries(facts).filter(([, part]) => part !== null);
  return JSON.stringify({ version: FACTS_VERSION, ...Object.fromEntries(parts) } satisfies StoredFacts);
}

/** The types of our own messages that have facts: what was sent reads like what customers send; and calls. */
const SENT_WITH_FACTS: readonly string[] = ['location', 'contacts', 'system'];

/**
 * Returns what a message contains in addition to its text; null for plain text, and for an outbound message other than
 * a location, contact cards or a call.
 * Messages stored before the column existed, or by an earlier version of the reader, are read from their
 * payload.
 */
export function factsOf(
  { direction, type, facts }: Pick<MessageRow, 'direction' | 'type' | 'facts'>,
  payload: Record<string, unknown> | null,
): InboundFacts | null {
  if (payload === null || (direction === 'outbound' && !SENT_WITH_FACTS.includes(type))) return null;
  const stored = facts === null ? null : asJson<StoredFacts>(facts);
  if (stored?.version !== FACTS_VERSION) return readFacts(type, payload);
  const { version: _, ...parts } = stored;
  return { ...NONE, ...parts };
}
