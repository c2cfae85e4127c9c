import type { ThreadMessage } from '../../../shared/contract/inbox/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { MessageOrigin } from '../../db/models/message.model.ts';
import { countStartedText } from '../../features/assist/index.ts';
import { appendToConversation } from '../../features/conversations/index.ts';
import { attachMedia } from '../../features/media/index.ts';
import { insertMessage, queueScheduled } from '../../features/messages/index.ts';
import type { ChangeContext } from '../../kernel/context/context.ts';
import { newKey, newKeyAfter } from '../../kernel/ids.ts';
import { tracing } from '../../kernel/tracing/tracing.ts';
import { snapshotOf } from '../thread-snapshot.ts';
import {
  enqueueScheduled,
  enqueueSend,
  newestWaitingSend,
  releaseSchedule,
} from './outbound-sends.repository.ts';
import type { OutgoingContent } from './outgoing-content.ts';

/** The stored fields of a new outbound message. */
export interface NewOutbound {
  /** With its row locked. */
  conversation: { id: Buffer; contactId: Buffer; lastMessageAt: Date };
  content: OutgoingContent;
  warnings: readonly string[];
  /** The message fails if it has not been handed over by then. */
  expiryHours: number;
  replyTo?: Buffer | null;
  clientId?: string;
  authorId?: Buffer;
  /** A file that was uploaded earlier. */
  mediaId?: Buffer;
  /** When it is sent; now if not given. */
  timing?: Timing | null;
  /** The broadcast that it is a message of. It lets other messages go first, and is no answer to the customer. */
  broadcastId?: Buffer;
  /** What the server sends by itself. A message of a rule is no answer to the customer: a person still has to look. */
  origin?: MessageOrigin;
  /** The rule of automation that sends it. */
  ruleId?: Buffer;
}

/** The time of a message that is not sent at once: chosen by its author, or the seconds in which it can be undone. */
export interface Timing {
  sendAt: Date;
  isHeld: boolean;
}

/**
 * Stores an outbound message as queued or scheduled, with its event and its queue entry. Returns the message as in the
 * event.
 * @throws {AppError} media_already_sent
 */
export async function storeOutbound(ctx: ChangeContext, given: NewOutbound): Promise<ThreadMessage> {
  const { db, scope, tx } = ctx;
  const { conversation, timing = null } = given;
  const { id, createdAt } = timing
    ? { id: newKey(), createdAt: timing.sendAt }
    : await placeAtEnd(ctx, conversation);
  await insertMessage(ctx, {
    ...given.content,
    id,
    conversationId: conversation.id,
    contactId: conversation.contactId,
    direction: 'outbound',
    status: timing ? 'scheduled' : 'queued',
    replyTo: given.replyTo ?? null,
    clientId: given.clientId ?? null,
    authorId: given.authorId ?? null,
    warnings: given.warnings,
    createdAt,
    sendAt: timing?.sendAt ?? null,
    isHeld: timing?.isHeld ? 1 : 0,
    broadcastId: given.broadcastId ?? null,
    origin: given.origin ?? null,
    ruleId: given.ruleId ?? null,
  });
  if (given.mediaId) {
    const place = { messageId: id, conversationId: conversation.id, contactId: conversation.contactId };
    const isOurs = await attachMedia(ctx, given.mediaId, place);
    // Someone else has sent the file in the meantime.
    if (!isOurs) throw new AppError('media_already_sent');
  }
  tracing()?.queued('outbound_sends', id);
  const { contactId } = conversation;
  if (timing) {
    const inSeconds = Math.max(0, (timing.sendAt.getTime() - ctx.clock.now().getTime()) / 1_000);
    await enqueueScheduled(ctx, { id, contactId, inSeconds, expiryHours: given.expiryHours });
    const snapshot = await snapshotOf(db, scope, tx, id);
    ctx.record('message.scheduled', snapshot);
    return snapshot.message;
  }
  const { expiryHours, broadcastId, origin } = given;
  await enqueueSend(ctx, { id, contactId, expiryHours, broadcastId: broadcastId ?? null });
  return recordQueued(ctx, conversation.id, {
    ...{ id, createdAt, isBroadcast: broadcastId !== undefined, origin: origin ?? null },
  });
}

/**
 * Sends a scheduled message now, with the row of its conversation locked: it becomes the newest of the conversation.
 * Returns null when it was sent or cancelled meanwhile.
 */
export async function startScheduled(
  ctx: ChangeContext,
  conversation: NewOutbound['conversation'],
  id: Buffer,
): Promise<{ message: ThreadMessage; createdAt: Date } | null> {
  if (!(await releaseSchedule(ctx, id))) return null;
  const { createdAt } = await placeAtEnd(ctx, conversation);
  if (!(await queueScheduled(ctx, id, createdAt))) return null;
  await countStartedText(ctx, id);
  return { message: await recordQueued(ctx, conversation.id, { id, createdAt }), createdAt };
}

/** Makes a message the newest of its conversation, and records that it waits for the platform. */
async function recordQueued(
  ctx: ChangeContext,
  conversationId: Buffer,
  place: { id: Buffer; createdAt: Date; isBroadcast?: boolean; origin?: MessageOrigin | null },
): Promise<ThreadMessage> {
  await appendToConversation(ctx, conversationId, { ...place, direction: 'outbound', unread: false });
  const snapshot = await snapshotOf(ctx.db, ctx.scope, ctx.tx, place.id);
  ctx.record('message.queued', snapshot);
  return snapshot.message;
}

/** Servers whose clocks differ by more than this are not ready (kernel/servers). */
const CLOCK_LIMIT_MS = 30_000;

/**
 * Returns the place of a new message: after all others of its conversation, also when the server that stored
 * the last one has a clock that is ahead. Sends of a contact leave in the order of their ids.
 */
async function placeAtEnd(
  ctx: ChangeContext,
  { contactId, lastMessageAt }: NewOutbound['conversation'],
): Promise<{ id: Buffer; createdAt: Date }> {
  const waiting = await newestWaitingSend(ctx, contactId);
  const now = ctx.clock.now();
  const behindMs = lastMessageAt.getTime() - now.getTime();
  // The last time may be the platform's, which says nothing about ours if it is far ahead.
  const isBehind = behindMs >= 0 && behindMs <= CLOCK_LIMIT_MS;
  return {
    id: waiting ? newKeyAfter(waiting) : newKey(),
    createdAt: isBehind ? new Date(lastMessageAt.getTime() + 1) : now,
  };
}
