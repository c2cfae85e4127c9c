import { ASSIST_LANGUAGES } from '../../../shared/domain/assist/features.ts';
import { isAgain, type Marks, marksAfter, NO_MARKS } from '../../../shared/domain/assist/marks.ts';
import { isUrgent } from '../../../shared/domain/assist/urgency.ts';
import { isSimulatedPhone } from '../../../shared/domain/rehearsal/rehearsal.ts';
import type { EventPayload } from '../../../shared/events/index.ts';
import type { ConversationRow } from '../../db/models/conversation.model.ts';
import { countOutcome, markRulesFor, modeOf } from '../../features/assist/index.ts';
import { lockWait, marksOf, responseRulesOf, storeMarks } from '../../features/conversations/index.ts';
import {
  type ChangeContext,
  operatorContext,
  type QueryContext,
  type Resources,
} from '../../kernel/context/context.ts';
import type { Subscriber } from '../../kernel/outbox/subscriber.ts';
import { newestForMarks } from './conversation.repository.ts';
import { countedLanguage } from './languages.ts';

/** So many messages are read again: of more that wait, the newest. */
const READ_AGAIN = 50;

/** A conversation whose row is locked, with its marks. */
type Marked = Parameters<typeof marksOf>[0] & Pick<ConversationRow, 'contactId' | 'status' | 'waitingSince'>;

/**
 * Returns the marks of a conversation after a message of its customer, which is stored in the same transaction (decision 0395).
 * Where marks are off, or the assistant leaves the contact alone, there is none.
 */
export async function marksWith(
  ctx: QueryContext,
  conversation: Marked,
  message: { text: string | null; at: Date },
): Promise<Marks> {
  const rules = await markRulesFor(ctx, conversation.contactId);
  if (rules === null) return NO_MARKS;
  // What waited in a closed conversation is settled.
  const isFirst = conversation.status === 'closed' || conversation.waitingSince === null;
  const marks = marksOf(conversation, !isFirst);
  // The hours are asked for only where the message could ask again: most messages cost no statement more.
  const mayAskAgain = marks.askedAt !== null && isAgain(marks.askedAt, message.at, { ...rules, hours: null });
  const hours = mayAskAgain ? (await responseRulesOf(ctx)).hours : null;
  return marksAfter(marks, { ...message, isFirst }, { ...rules, hours });
}

/**
 * Computes the marks of a conversation again from the messages that wait for an answer: one of them was edited or deleted, or
 * they came from another conversation.
 */
export async function refreshMarks(ctx: ChangeContext, conversationId: Buffer): Promise<void> {
  const wait = await lockWait(ctx, conversationId);
  if (wait === null) return;
  const { contactId, waitingSince } = wait;
  const ownerRules = await markRulesFor(ctx, contactId);
  if (ownerRules === null) return storeMarks(ctx, conversationId, NO_MARKS);
  const { hours } = await responseRulesOf(ctx);
  const rules = { ...ownerRules, hours };
  const newest = await newestForMarks(ctx, contactId, READ_AGAIN);
  const theirs = newest.filter(({ isTheirs }) => isTheirs === 1);
  const read = (messages: typeof theirs, before: Marks) =>
    messages.reduce(
      (marks, { text, createdAt: at }, index) => marksAfter(marks, { text, at, isFirst: index === 0 }, rules),
      before,
    );
  // What named the language may be farther up.
  const before = newest.length < READ_AGAIN ? null : wait.language;
  const { language } = read(theirs, { ...NO_MARKS, language: before });
  const waiting = theirs.filter(({ createdAt }) => waitingSince !== null && createdAt >= waitingSince);
  const marks = read(waiting, { ...NO_MARKS, language });
  await storeMarks(ctx, conversationId, marks);
}

/**
 * Returns the subscriber that counts how often a message left its conversation marked. A page that the relay passes again is
 * counted again: these counts are not worth a transaction with each message.
 */
export function createMarkCounts(resources: Resources): Subscriber {
  return async (scope, events) => {
    const received = events.flatMap(({ name, payload }) =>
      name === 'message.received' ? [payload as EventPayload<'message.received'>] : [],
    );
    const waiting = received.flatMap(({ message, conversation: { marks, waitingSince, contact } }) =>
      marks && waitingSince !== null && message.type !== 'system' && !isSimulatedPhone(contact.phone)
        ? [marks]
        : [],
    );
    if (waiting.length === 0) return;
    const ctx = operatorContext(resources, scope);
    const mode = await modeOf(ctx, 'marks');
    if (mode === 'off') return;
    for (const language of ASSIST_LANGUAGES) {
      const all = waiting.filter((marks) => countedLanguage(marks.language) === language);
      if (all.length === 0) continue;
      const marked = all.filter((marks) => isUrgent(marks) || marks.isOnlyThanks).length;
      const counted = {
        feature: 'marks',
        language,
        model: '',
        isTest: mode === 'shadow',
        contactId: null,
      } as const;
      await countOutcome(ctx, { ...counted, outcome: 'eligible' }, all.length);
      const outcome = mode === 'shadow' ? 'ready' : 'shown';
      if (marked > 0) await countOutcome(ctx, { ...counted, outcome }, marked);
    }
  };
}
