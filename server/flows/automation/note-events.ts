import { createHash } from 'node:crypto';
import { isOpenAt } from '../../../shared/domain/time/business-time.ts';
import type { EventPayload } from '../../../shared/events/index.ts';
import { isOrphan } from '../../db/database-errors.ts';
import { addRun, enabledRules, isTriggeredBy, partsOf } from '../../features/automation/index.ts';
import { findConversation, responseRulesOf } from '../../features/conversations/index.ts';
import { type Context, operatorContext, type Resources } from '../../kernel/context/context.ts';
import { decodeId } from '../../kernel/ids.ts';
import type { StoredEvent } from '../../kernel/outbox/relay.ts';
import type { Subscriber } from '../../kernel/outbox/subscriber.ts';

/** A message that the platform delivers later than this is no reason for an automatic answer. */
const LATE_MS = 24 * 3_600_000;

/** Returns a digest that names a cause which is no message. */
export function causeOf(...parts: (string | number | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(Buffer.isBuffer(part) ? part : `:${part}:`);
  return hash.digest().subarray(0, 16);
}

/**
 * Returns the subscriber that turns events into runs of rules. The relay passes every event at least once, in order, and
 * marks it after that: a server that is killed in between repeats it, and the unique key of runs drops the repeat.
 */
export function createNoteEvents(resources: Resources, wake: () => void): Subscriber {
  return async (scope, events) => {
    const relevant = events.filter(
      ({ name, payload }) =>
        name === 'message.received' ||
        (name === 'conversation.updated' && Object.hasOwn(payload as object, 'addedLabels')),
    );
    if (relevant.length === 0) return;
    const ctx = operatorContext(resources, scope);
    const rules = (
      await enabledRules(ctx, ['conversation_started', 'keyword', 'outside_hours', 'label_added'])
    ).map((row) => ({ ...row, trigger: partsOf(row).trigger }));
    if (rules.length === 0) return;
    const { hours } = await responseRulesOf(ctx);
    let added = 0;
    for (const event of relevant) {
      const later = rules.filter(({ enabledSeq }) => event.seq > Number(enabledSeq));
      for (const cause of causesOf(event)) {
        const isOpen = isOpenAt(cause.at, hours);
        for (const { id: ruleId, trigger } of later) {
          const isTriggered = cause.labelId
            ? trigger.kind === 'label_added' && trigger.labelId === cause.labelId
            : isTriggeredBy(trigger, { ...cause, isOpen });
          if (isTriggered && (await add(ctx, ruleId, cause))) added += 1;
        }
      }
    }
    if (added > 0) wake();
  };
}

/** Something that may start rules. */
interface Cause {
  key: Buffer;
  conversationId: Buffer;
  messageId: Buffer | null;
  at: Date;
  /** The label that was added; null: the customer wrote. */
  labelId: string | null;
  text: string | null;
  begins: 'first' | 'again' | null;
}

function causesOf({ name, payload, seq, createdAt }: StoredEvent): Cause[] {
  if (name === 'message.received') {
    const { message, conversation, arrival } = payload as EventPayload<'message.received'>;
    const at = new Date(message.createdAt);
    const isLate = new Date(createdAt).getTime() - at.getTime() > LATE_MS;
    // A word such as STOP has its own answer, and in a group nobody has asked us.
    const isQuiet = arrival?.isConsent || message.type === 'system' || message.inbound?.group;
    if (isLate || isQuiet || conversation.contact.blocked) return [];
    const messageId = decodeId(message.id);
    return [
      {
        ...{ key: messageId, messageId, conversationId: decodeId(conversation.id), at, labelId: null },
        ...{ text: message.content ?? message.caption, begins: arrival?.begins ?? null },
      },
    ];
  }
  const { conversation, addedLabels = [] } = payload as EventPayload<'conversation.updated'>;
  return addedLabels.map((labelId) => ({
    ...{ key: causeOf('label', seq, labelId), conversationId: decodeId(conversation.id), messageId: null },
    ...{ at: new Date(createdAt), labelId, text: null, begins: null },
  }));
}

/** Stores the run of a rule for a cause; returns whether it is new. A contact that was deleted meanwhile needs none. */
async function add(ctx: Context, ruleId: Buffer, { key: cause, at, ...given }: Cause): Promise<boolean> {
  // Under its present id: the contact may have been merged meanwhile.
  const conversation = await findConversation(ctx, given.conversationId);
  if (!conversation) return false;
  const { id: conversationId, contactId } = conversation;
  const { messageId } = given;
  try {
    return await addRun(ctx, { ruleId, cause, contactId, conversationId, messageId, causedAt: at });
  } catch (error) {
    if (isOrphan(error)) return false;
    throw error;
  }
}
