import { AppError } from '../../../shared/domain/errors.ts';
import { credentialsOf } from '../../features/channel/index.ts';
import {
  conversationView,
  findConversation,
  lowerUnreadCount,
  openConversation,
  presentConversation,
} from '../../features/conversations/index.ts';
import {
  countUnreadAfter,
  findMessage,
  lastInboundPlatformId,
  messageView,
  presentMessage,
} from '../../features/messages/index.ts';
import type { ChangeContext, Context, Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { enqueueJob, type JobHandler } from '../../kernel/queue/jobs.ts';
import type { GraphClient } from '../../platform/graph/graph-client.ts';

const REPORT = 'report-read';

/**
 * Marks a conversation as read, also by the id that it had before a merge. If that changes anything, a job reports it to
 * the platform.
 * @throws {AppError} conversation_not_found
 */
export async function markRead(ctx: Context, wakeJobs: () => void, conversationId: Buffer): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const conversation = await findConversation(ctx, conversationId);
    if (!conversation) throw new AppError('conversation_not_found');
    if (await lowerUnreadCount(ctx, conversation.id)) await recordRead(ctx, conversation.id);
  });
  wakeJobs();
}

/**
 * Marks a conversation as read up to one of its messages: newer ones stay unread.
 * @throws {AppError} message_not_found
 */
export async function markReadUpTo(ctx: Context, wakeJobs: () => void, messageId: Buffer): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const message = await messageView(ctx, messageId);
    if (!message) throw new AppError('message_not_found');
    // Marking the conversation as read does not change the message, so its current state is the response.
    ctx.setResponse(presentMessage(message));
    await lowerTo(ctx, message);
  });
  wakeJobs();
}

/**
 * Marks a conversation as read up to one of its messages, as `markReadUpTo`.
 * @throws {AppError} conversation_not_found; message_not_found when it is of another conversation.
 */
export async function markReadTo(
  ctx: Context,
  wakeJobs: () => void,
  conversationId: Buffer,
  messageId: Buffer,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const conversation = await findConversation(ctx, conversationId);
    if (!conversation) throw new AppError('conversation_not_found');
    const message = await findMessage(ctx, messageId);
    if (!message?.contactId.equals(conversation.contactId)) throw new AppError('message_not_found');
    await lowerTo(ctx, message);
  });
  wakeJobs();
}

/** Leaves only what is newer than a message unread. The row of the conversation is locked meanwhile. */
async function lowerTo(
  ctx: ChangeContext,
  message: { id: Buffer; contactId: Buffer; createdAt: Date },
): Promise<void> {
  const { id, unreadCount } = await openConversation(ctx, message.contactId);
  const left = await countUnreadAfter(ctx, message.contactId, message, unreadCount);
  if (await lowerUnreadCount(ctx, id, left)) await recordRead(ctx, id, message.id);
}

/**
 * Records that a conversation was read, and queues the report that shows the customer blue ticks on all their
 * messages, or on those up to `upTo`.
 */
async function recordRead(ctx: ChangeContext, conversationId: Buffer, upTo?: Buffer): Promise<void> {
  const view = await conversationView(ctx, conversationId);
  if (view) ctx.record('conversation.updated', { conversation: presentConversation(view) });
  await enqueueJob(ctx.db, ctx.scope, ctx.tx, REPORT, {
    conversationId: conversationId.toString('hex'),
    ...(upTo ? { upTo: upTo.toString('hex') } : {}),
  });
}

/** Returns the handler of the job that reports to the platform what was read. */
export function reportReadJob({ db, keyring }: Resources, { graph }: { graph: GraphClient }): JobHandler {
  return {
    kind: REPORT,
    run: async (scope, payload) => {
      const ctx = { db, scope };
      const conversation = await findConversation(ctx, Buffer.from(payload.conversationId ?? '', 'hex'));
      if (!conversation) return;
      const upTo = payload.upTo ? await findMessage(ctx, Buffer.from(payload.upTo, 'hex')) : null;
      const last = await lastInboundPlatformId(ctx, conversation.contactId, upTo);
      const account = await credentialsOf({ db, keyring, scope });
      if (last === null || !account) return;
      const outcome = await graph.markRead(account, last);
      // A rejection is final (the message is too old, or unknown to the platform); an outage is retried.
      if (outcome.kind === 'later' && outcome.fault?.action !== 'credentials')
        throw new Error(outcome.reason);
    },
  };
}
