import type { ThreadMessage } from '../../../shared/contract/inbox/conversations.contract.ts';
import { withoutInboxFields } from '../../../shared/contract/inbox/conversations.contract.ts';
import type { Message } from '../../../shared/contract/messages.contract.ts';
import type { SendMessage } from '../../../shared/contract/send-message.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import { HOLD_SECONDS, SCHEDULE_DAYS_MAX } from '../../../shared/domain/message-status.ts';
import { isWindowOpen, windowExpiresAt } from '../../../shared/domain/window.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import { describeChannel, isConnected } from '../../features/channel/index.ts';
import { findContact, resolveContact } from '../../features/contacts/index.ts';
import { countFailure, findConversation, openConversation } from '../../features/conversations/index.ts';
import { findMediaOfMessage, rememberUpload } from '../../features/media/index.ts';
import {
  findMessage,
  findMessageByClientId,
  messageView,
  presentMessage,
  presentThreadMessage,
  requeueMessage,
} from '../../features/messages/index.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import type { AskContentType } from '../../kernel/http-out/ask-content-type.ts';
import { decodeId } from '../../kernel/ids.ts';
import { snapshotOf } from '../thread-snapshot.ts';
import type { InboxSend } from './inbox-sends.ts';
import { enqueueSend, hasNewerAnswer, isHeldBack } from './outbound-sends.repository.ts';
import { type OutgoingContent, outgoingContent } from './outgoing-content.ts';
import type { CheckQueue } from './queue-limit.ts';
import type { SendWaiters } from './send-waiters.ts';
import { storeOutbound, type Timing } from './store-outbound.ts';

/** The dependencies of sending on other parts. */
export interface SendParts {
  waiters: SendWaiters;
  wakeSender(): void;
  checkQueue: CheckQueue;
  expiryHours: number;
  /** Returns the content type of the file at an address. */
  askContentType: AskContentType;
  /** Returns the errors of a template send through the API, as far as they are known here. */
  templateErrors(ctx: Context, send: TemplateSend): Promise<ErrorDetail[]>;
  /** Returns the text of a template with its values, and whether it is marketing; null for one that is not known here. */
  knownTemplate(
    ctx: Context,
    send: TemplateSend,
  ): Promise<{ rendered: Pick<OutgoingContent, 'content' | 'payload'>; isMarketing: boolean } | null>;
}

type TemplateSend = Extract<SendMessage, { type: 'template' }>;
type QueueParts = Pick<SendParts, 'wakeSender' | 'checkQueue' | 'expiryHours'>;

/** How long the API waits for the platform's response before it returns `queued`. */
const ANSWER_MS = 10_000;

/**
 * Sends a message for a program: stores it, then waits briefly for the platform's response. Free text outside
 * the window is sent too, with a warning. Returns the message in its state at that time.
 * @throws {AppError} contact_not_found; contact_blocked; channel_not_connected; send_queue_full; message_not_found for
 * `replyTo`; validation_failed.
 */
export async function sendFromApi(ctx: Context, parts: SendParts, input: SendMessage): Promise<Message> {
  const { scope, log } = ctx;
  const contact = await resolveContact(ctx, input.contactId);
  if (!contact) throw new AppError('contact_not_found');
  if (contact.isBlocked) throw new AppError('contact_blocked');
  const channel = await describeChannel(ctx);
  if (channel.state === 'not_connected') throw new AppError('channel_not_connected');
  const timing = timingOf(ctx, input.sendAt);
  await parts.checkQueue(ctx);
  const replyTo = await repliedTo(ctx, contact.id, input.replyTo);
  const details = input.type === 'template' ? await parts.templateErrors(ctx, input) : [];
  if (details.length > 0) throw new AppError('validation_failed', { details });
  const template = input.type === 'template' ? await parts.knownTemplate(ctx, input) : null;
  const content = { ...(await outgoingContent(input, parts.askContentType)), ...template?.rendered };
  const { id, queued, isHeldUp } = await inTransaction(ctx, async (ctx) => {
    const conversation = await openConversation(ctx, contact.id);
    const isOpen = isWindowOpen(windowExpiresAt(conversation.lastInboundAt), ctx.clock.now());
    const stored = await storeOutbound(ctx, {
      conversation,
      content,
      replyTo,
      expiryHours: parts.expiryHours,
      warnings: [
        // The window of a scheduled message is judged at its time.
        ...(isOpen || timing || content.type === 'template' ? [] : ['window_closed']),
        ...(template?.isMarketing ? unwanted(contact) : []),
        // The channel may work again at the time of a scheduled message.
        ...(channel.state === 'credentials_refused' && !timing ? ['channel_refused'] : []),
      ],
      timing,
    });
    const queued = withoutInboxFields(stored);
    ctx.setResponse(queued);
    const id = decodeId(stored.id);
    return {
      id,
      queued,
      isHeldUp: timing === null && (await isHeldBack(ctx, { id, contactId: contact.id })),
    };
  });
  if (timing) return queued;
  const answered = isHeldUp ? undefined : parts.waiters.wait(ctx, id, ANSWER_MS);
  parts.wakeSender();
  try {
    await answered;
    const view = await messageView(ctx, id);
    return view ? presentMessage(view) : queued;
  } catch (error) {
    // The message is stored, and the caller must receive that even if the database has failed since.
    log.warn({ err: error, tenantId: scope.tenantId }, 'could not read the state of a stored send');
    return queued;
  }
}

/**
 * Sends a message for an agent, only into an open window (templates excepted), once per client id, and
 * without waiting for the platform. Returns the message, stored now or by an earlier call with the same
 * client id.
 * @throws {AppError} conversation_not_found; channel_not_connected; contact_blocked; send_queue_full; window_closed; newer_answer;
 * media_already_sent; message_not_found for `replyTo`;
 * message_already_queued when the client id belongs to another message; any error of `prepare`.
 */
export async function sendFromInbox(
  ctx: Context,
  parts: QueueParts,
  conversationId: Buffer,
  { clientId, lastSeenId, prepare, replyTo, sendAt, hold = false }: InboxSend,
): Promise<ThreadMessage> {
  const { actor } = ctx;
  if (actor?.kind !== 'user') throw new Error('only people send from the inbox');
  const before = await alreadyStored(ctx, conversationId, clientId);
  if (before) return before;
  const timing = timingOf(ctx, sendAt, hold);
  await parts.checkQueue(ctx);
  // Read before the transaction; inside, each send would hold one connection and wait for a second.
  const hasAccount = await isConnected(ctx);
  try {
    const message = await inTransaction(ctx, async (ctx) => {
      const found = await findConversation(ctx, conversationId);
      if (!found) throw new AppError('conversation_not_found');
      if (!hasAccount) throw new AppError('channel_not_connected');
      const contact = await requireUnblocked(ctx, found.contactId);
      const conversation = await openConversation(ctx, found.contactId);
      if (lastSeenId !== undefined)
        await refuseAfterAnswer(ctx, conversation, { lastSeenId, me: decodeId(actor.id) });
      const { content, mediaId, isMarketing } = await prepare(ctx);
      const isOpen = isWindowOpen(windowExpiresAt(conversation.lastInboundAt), ctx.clock.now());
      if (!isOpen && content.type !== 'template') throw new AppError('window_closed');
      return storeOutbound(ctx, {
        conversation,
        content,
        replyTo: await repliedTo(ctx, found.contactId, replyTo),
        ...(mediaId ? { mediaId } : {}),
        warnings: isMarketing ? unwanted(contact) : [],
        expiryHours: parts.expiryHours,
        clientId,
        authorId: decodeId(actor.id),
        timing,
      });
    });
    parts.wakeSender();
    return message;
  } catch (error) {
    // Two concurrent calls with the same message: the second one finds its file, or its client id, taken.
    const isTaken = error instanceof AppError && error.code === 'media_already_sent';
    if (!isTaken && !isDuplicate(error, 'messages_client_id')) throw error;
    const stored = await alreadyStored(ctx, conversationId, clientId);
    if (stored) return stored;
    throw isTaken ? error : new AppError('message_already_queued');
  }
}

/**
 * Queues a failed message again, as the same message, and returns it.
 * @throws {AppError} message_not_found; channel_not_connected; contact_blocked; send_queue_full; window_closed.
 */
export async function retrySend(ctx: Context, parts: QueueParts, messageId: Buffer): Promise<ThreadMessage> {
  await parts.checkQueue(ctx);
  const hasAccount = await isConnected(ctx);
  const message = await inTransaction(ctx, async (ctx) => {
    const { db, scope, tx } = ctx;
    const row = await findMessage(ctx, messageId);
    if (row?.direction !== 'outbound') throw new AppError('message_not_found');
    if (!hasAccount) throw new AppError('channel_not_connected');
    await requireUnblocked(ctx, row.contactId);
    const conversation = await openConversation(ctx, row.contactId);
    const isOpen = isWindowOpen(windowExpiresAt(conversation.lastInboundAt), ctx.clock.now());
    if (!isOpen && row.type !== 'template') throw new AppError('window_closed');
    // If the button was pressed twice, the first call has already queued the message.
    if (await requeueMessage(ctx, messageId)) {
      // The platform may have rejected its copy of the file, so the file is uploaded again.
      await forgetUpload(ctx, messageId);
      await enqueueSend(ctx, { id: messageId, contactId: row.contactId, expiryHours: parts.expiryHours });
      await countFailure(ctx, conversation.id, -1);
      ctx.record('message.updated', await snapshotOf(db, scope, tx, messageId));
    }
    const view = await messageView(ctx, messageId);
    if (!view) throw new AppError('message_not_found');
    return presentThreadMessage(view);
  });
  parts.wakeSender();
  return message;
}

/** Returns the warning of marketing for a contact who does not want it. */
function unwanted({ marketing }: Pick<ContactRow, 'marketing'>): string[] {
  return marketing === 'unsubscribed' ? ['contact_unsubscribed'] : [];
}

/** Returns a contact that may be sent messages. @throws {AppError} contact_not_found; contact_blocked */
async function requireUnblocked(ctx: QueryContext, id: Buffer): Promise<ContactRow> {
  const contact = await findContact(ctx, id);
  if (!contact) throw new AppError('contact_not_found');
  if (contact.isBlocked) throw new AppError('contact_blocked');
  return contact;
}

const DAY_MS = 86_400_000;

/** Returns when a message is sent; null: at once. @throws {AppError} validation_failed for a time that is not possible. */
function timingOf({ clock }: Pick<Context, 'clock'>, sendAt?: string, isHeld = false): Timing | null {
  const now = clock.now().getTime();
  if (isHeld) return { sendAt: new Date(now + HOLD_SECONDS * 1_000), isHeld };
  if (sendAt === undefined) return null;
  const at = new Date(sendAt);
  const aheadMs = at.getTime() - now;
  if (aheadMs > 0 && aheadMs <= SCHEDULE_DAYS_MAX * DAY_MS) return { sendAt: at, isHeld };
  const message = aheadMs > 0 ? `must be within ${SCHEDULE_DAYS_MAX} days` : 'must be in the future';
  throw new AppError('validation_failed', { details: [{ path: 'sendAt', message }] });
}

/** Returns the message that a new one replies to, which must belong to the same contact. */
async function repliedTo(ctx: QueryContext, contactId: Buffer, id?: string): Promise<Buffer | null> {
  if (id === undefined) return null;
  const message = await findMessage(ctx, decodeId(id));
  if (!message) {
    const details = [
      { path: 'replyTo', message: 'is not a known message: leave it out to send without a quote' },
    ];
    throw new AppError('message_not_found', { details });
  }
  if (!message.contactId.equals(contactId)) {
    const details = [
      { path: 'replyTo', message: 'belongs to another contact: use a message of this contact' },
    ];
    throw new AppError('validation_failed', { details });
  }
  return message.id;
}

/**
 * Refuses an agent's message when a colleague or a program has answered after the newest message that the agent has
 * seen. The conversation's row is locked, so of two that answer at once, the second one finds the first.
 * @throws {AppError} newer_answer
 */
async function refuseAfterAnswer(
  ctx: QueryContext,
  { contactId }: { contactId: Buffer },
  { lastSeenId, me }: { lastSeenId: string | null; me: Buffer },
): Promise<void> {
  const seen = lastSeenId === null ? null : await findMessage(ctx, decodeId(lastSeenId));
  const after = seen?.contactId.equals(contactId) ? seen : null;
  if (await hasNewerAnswer(ctx, contactId, { after, me })) throw new AppError('newer_answer');
}

async function forgetUpload(ctx: QueryContext, messageId: Buffer): Promise<void> {
  const row = await findMediaOfMessage(ctx, messageId);
  if (row) await rememberUpload(ctx, row.id, null);
}

async function alreadyStored(ctx: QueryContext, conversationId: Buffer, clientId: string) {
  const row = await findMessageByClientId(ctx, clientId);
  if (!row) return null;
  if (!row.conversationId.equals(conversationId)) throw new AppError('message_already_queued');
  const view = await messageView(ctx, row.id);
  return view && presentThreadMessage(view);
}
