import { PARKED_REASONS } from '../../../shared/domain/reasons/parked-reasons.ts';
import type { MessageRow } from '../../db/models/message.model.ts';
import { isErasedHistory, isOrWasSender } from '../../features/contacts/index.ts';
import { appendToConversation, openConversation } from '../../features/conversations/index.ts';
import { insertInboundMedia } from '../../features/media/index.ts';
import {
  factsColumn,
  findMessageByPlatformId,
  insertMessage,
  newestMessageIdAt,
} from '../../features/messages/index.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { newKey } from '../../kernel/ids.ts';
import type { InboundFile } from '../../platform/inbound/message-content.ts';
import type { InboundMessage } from '../../platform/inbound/parse-inbound.ts';
import { marksWith } from '../assist/marks.ts';
import { enqueueFetch } from '../media/media-fetches.repository.ts';
import { snapshotOf } from '../thread-snapshot.ts';
import { answerConsent, readConsent, takeConsent } from './consent.ts';
import { senderContact } from './sender-contact.ts';

/** Timestamps this close to each other do not define an order. */
const SAME_MOMENT_MS = 1_000;

/**
 * Stores a customer's message in one transaction, with its file, its event, and the contact and conversation
 * if they are new. The platform's message id is unique per tenant: a repeat changes nothing.
 * @param effects for what is no message of theirs, such as a call: whether it is unread, opens the reply window, and
 * reopens the conversation to wait for an answer.
 * @returns why it could not be stored; null when it is stored, now or before.
 */
export function storeMessage(
  ctx: Context,
  inbound: InboundMessage,
  { isUnread, opensWindow, reopens } = {
    isUnread: !inbound.isNotice,
    opensWindow: !inbound.isNotice,
    reopens: true,
  },
): Promise<string | null> {
  return inTransaction(ctx, async (ctx) => {
    const { db, scope, tx } = ctx;
    const stored = await findMessageByPlatformId(ctx, inbound.platformId);
    if (stored) return repeats(ctx, stored, inbound);
    const contact = await senderContact(ctx, inbound);
    if (!contact) {
      if (await isErasedHistory(ctx, inbound.sender, inbound.sentAt)) return null;
      return PARKED_REASONS.write('unknown_customer');
    }
    // Before the conversation, as in every change that locks both.
    const answer = await takeConsent(ctx, contact, inbound);
    const conversation = await openConversation(ctx, contact.id);
    const repliedTo = inbound.replyToPlatformId
      ? await findMessageByPlatformId(ctx, inbound.replyToPlatformId)
      : null;
    const { id, createdAt } = await placeAfter(ctx, contact.id, conversation.lastInboundAt, inbound);
    const thread = { conversationId: conversation.id, contactId: contact.id };
    await insertMessage(ctx, {
      id,
      ...thread,
      direction: 'inbound',
      type: inbound.type,
      status: 'received',
      ...inbound.words,
      payload: inbound.payload === null ? null : JSON.stringify(inbound.payload),
      facts: factsColumn(inbound.facts),
      replyTo: repliedTo?.id ?? null,
      platformId: inbound.platformId,
      createdAt,
    });
    if (inbound.file)
      await storeFile(ctx, { ...thread, messageId: id, sentAt: inbound.sentAt }, inbound.file);
    const waits = opensWindow && reopens && !contact.isBlocked;
    // The words of a call are ours.
    const text = inbound.type === 'system' ? null : (inbound.words.content ?? inbound.words.caption);
    await appendToConversation(ctx, conversation.id, {
      id,
      createdAt,
      direction: 'inbound',
      unread: isUnread && !contact.isBlocked,
      opensWindow,
      reopens: reopens && !contact.isBlocked,
      marks: waits ? await marksWith(ctx, conversation, { text, at: createdAt }) : null,
    });
    const begins =
      conversation.lastInboundAt === null
        ? ('first' as const)
        : conversation.status === 'closed' && !contact.isBlocked
          ? ('again' as const)
          : null;
    const isConsent = readConsent(inbound.words.content, contact.phone) !== null;
    const arrival = { begins: inbound.isNotice ? null : begins, isConsent };
    ctx.record('message.received', { ...(await snapshotOf(db, scope, tx, id)), arrival });
    if (answer !== null) await answerConsent(ctx, { ...conversation, lastMessageAt: createdAt }, answer);
    return null;
  });
}

/** Stores the file of a message that arrived, to be fetched from the platform. */
export async function storeFile(
  ctx: Pick<Context, 'clock'> & QueryContext,
  { sentAt, ...place }: { messageId: Buffer; conversationId: Buffer; contactId: Buffer; sentAt: Date },
  { problem, ...file }: InboundFile,
): Promise<void> {
  const id = newKey();
  await insertInboundMedia(ctx, {
    ...{ ...file, ...place, id },
    state: problem === null ? 'fetching' : 'failed',
    platformIdAt: sentAt,
    reason: problem,
    createdAt: ctx.clock.now(),
  });
  if (problem === null) await enqueueFetch(ctx, id);
}

/** Returns why a message whose id is known is not a repeat; null when it is one. */
async function repeats(
  ctx: QueryContext,
  { contactId }: MessageRow,
  { sender }: InboundMessage,
): Promise<string | null> {
  return (await isOrWasSender(ctx, contactId, sender)) ? null : PARKED_REASONS.write('id_taken');
}

/**
 * Returns the position of a new message in its thread. A message follows the customer's last one unless the
 * platform's clock puts it clearly before: within one second, or after our own clock stepped back, the order
 * of arrival decides. The conversation's row is locked, so no other message of the customer can get the same
 * position.
 */
async function placeAfter(
  ctx: QueryContext,
  contactId: Buffer,
  lastInboundAt: Date | null,
  { sentAt, platformTime }: InboundMessage,
): Promise<{ id: Buffer; createdAt: Date }> {
  const id = newKey();
  const last = lastInboundAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (sentAt.getTime() > last || platformTime.getTime() < last - SAME_MOMENT_MS)
    return { id, createdAt: sentAt };
  const newest = await newestMessageIdAt(ctx, contactId, new Date(last));
  // The last one is from a server whose clock is ahead of ours: by the id alone, this one would come first.
  const isBehind = newest !== null && Buffer.compare(id, newest) <= 0;
  return { id, createdAt: new Date(last + (isBehind ? 1 : 0)) };
}
