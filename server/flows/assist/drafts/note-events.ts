import { changeBetweenTexts } from '../../../../shared/domain/assist/edit-distance.ts';
import type { AssistOutcome } from '../../../../shared/domain/assist/features.ts';
import type { EventPayload } from '../../../../shared/events/index.ts';
import { isOrphan } from '../../../db/database-errors.ts';
import { countOutcome, modeOf } from '../../../features/assist/index.ts';
import { type Context, operatorContext, type Resources } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { decodeId } from '../../../kernel/ids.ts';
import type { StoredEvent } from '../../../kernel/outbox/relay.ts';
import type { Subscriber } from '../../../kernel/outbox/subscriber.ts';
import { countedLanguage } from '../languages.ts';
import {
  type DraftPlace,
  draftPlaces,
  type PreparedDraft,
  preparedDraft,
  removeDraft,
  scheduleDraft,
} from './prepared-drafts.repository.ts';

/** People write in bursts: a draft waits for the end of one. */
export const WAIT_MS = 9_000;
/** A message that arrives later than this after it was written is not drafted for. */
const LATE_MS = 10 * 60_000;

const RELEVANT = new Set(['message.received', 'message.queued', 'message.changed']);

/**
 * Returns the subscriber that schedules drafts when customers write and removes them when anyone answers. The relay passes
 * every event at least once: what is repeated changes nothing. One that was set aside arrives late (decision 0339): it leaves
 * the draft of a later message alone. It stands in the way of every event, so a page of events costs a workspace without
 * drafts two look-ups, however many messages are in it.
 */
export function createDraftEvents(
  resources: Resources,
  { cancel, waitMs = WAIT_MS }: { cancel(conversationId: Buffer): void; waitMs?: number },
): Subscriber {
  return async (scope, events) => {
    const relevant = events.flatMap((event) => {
      if (!RELEVANT.has(event.name)) return [];
      const { message } = event.payload as EventPayload<'message.received'>;
      return [{ event, conversationId: decodeId(message.conversationId) }];
    });
    if (relevant.length === 0) return;
    const ctx = operatorContext(resources, scope);
    const drafts = await draftPlaces(
      ctx,
      relevant.map(({ conversationId }) => conversationId),
    );
    const isOff = (await modeOf(ctx, 'drafts')) === 'off';
    for (const { event, conversationId } of relevant) {
      const key = conversationId.toString('hex');
      const draft = drafts.get(key);
      if ((isOff && !draft) || (draft && isSettled(event, draft))) continue;
      cancel(conversationId);
      try {
        if (event.name === 'message.received') {
          const scheduled = await schedule(ctx, conversationId, event, waitMs);
          const isOlder = scheduled && draft && Buffer.compare(scheduled.messageId, draft.messageId) < 0;
          if (scheduled && !isOlder) drafts.set(key, scheduled);
        } else if (!draft) {
        } else if (event.name === 'message.changed') await removeDraft(ctx, conversationId, draft.messageId);
        else await endDraft(ctx, conversationId, draft, event.payload as EventPayload<'message.queued'>);
      } catch (error) {
        // The contact may have been deleted or merged meanwhile.
        if (!isOrphan(error)) throw error;
      }
    }
  };
}

/**
 * Returns whether a draft was scheduled after an event, so that the event says nothing about it: its message was not in the
 * conversation yet. Ids do not say so: a scheduled message has that of the time at which it was written.
 */
function isSettled({ name, payload }: StoredEvent, draft: DraftPlace): boolean {
  const { message, conversation } = payload as EventPayload<'message.received'>;
  if (name === 'message.received')
    return isAfter(draft, placeOf(message)) || decodeId(message.id).equals(draft.messageId);
  return isAfter(draft, placeOf(conversation.lastMessage ?? message));
}

const placeOf = ({ id, createdAt }: { id: string; createdAt: string }): DraftPlace => {
  return { messageId: decodeId(id), writtenAt: new Date(createdAt) };
};

function isAfter(one: DraftPlace, other: DraftPlace): boolean {
  const laterMs = one.writtenAt.getTime() - other.writtenAt.getTime();
  return laterMs > 0 || (laterMs === 0 && Buffer.compare(one.messageId, other.messageId) > 0);
}

/** Schedules a draft for a customer's message, or removes the one there is. Returns its place if it was scheduled. */
async function schedule(
  ctx: Context,
  conversationId: Buffer,
  { payload, createdAt }: StoredEvent,
  waitMs: number,
): Promise<DraftPlace | null> {
  const { message, conversation, arrival } = payload as EventPayload<'message.received'>;
  const isLate = new Date(createdAt).getTime() - new Date(message.createdAt).getTime() > LATE_MS;
  const isQuiet = arrival?.isConsent || message.type === 'system' || message.inbound?.group;
  if (isLate || isQuiet || conversation.contact.blocked) return null;
  const contactId = decodeId(conversation.contact.id);
  const mode = await modeOf(ctx, 'drafts', contactId);
  if (mode === 'off') {
    await removeDraft(ctx, conversationId);
    return null;
  }
  const dueAt = new Date(ctx.clock.now().getTime() + waitMs);
  const place = placeOf(message);
  const { messageId } = place;
  await scheduleDraft(ctx, { conversationId, contactId, messageId, dueAt, isShadow: mode === 'shadow' });
  return place;
}

/** Removes the draft of a conversation in which someone has written, and counts what became of it. */
async function endDraft(
  ctx: Context,
  conversationId: Buffer,
  { messageId }: DraftPlace,
  { message }: EventPayload<'message.queued'>,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const draft = await preparedDraft(ctx, conversationId, true);
    if (!(await removeDraft(ctx, conversationId, messageId)) || !draft) return;
    const outcome = message.author ? outcomeOf(draft, message.content ?? '') : null;
    if (outcome === null) return;
    await countOutcome(ctx, {
      ...{ feature: 'drafts', outcome, language: countedLanguage(draft.language), model: draft.model },
      ...{ isTest: draft.isShadow, contactId: draft.contactId },
    });
  });
}

/** Returns what became of a draft when a person sent something; null for one that nobody saw. */
export function outcomeOf(
  { text, isShadow, isShown, isTaken }: PreparedDraft,
  sent: string,
): AssistOutcome | null {
  const change = changeBetweenTexts(text, sent);
  if (isTaken) return change;
  if (!isShown && !isShadow) return null;
  // A person who did not take it and writes something else has not changed it.
  return change === 'heavy' ? 'ignored' : change;
}
