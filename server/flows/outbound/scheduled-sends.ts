import type { ThreadMessage } from '../../../shared/contract/inbox/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { openConversation } from '../../features/conversations/index.ts';
import { detachMedia } from '../../features/media/index.ts';
import { deleteScheduled, findMessage } from '../../features/messages/index.ts';
import type { ChangeContext, Context, Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId } from '../../kernel/ids.ts';
import { createItemRounds } from '../../kernel/queue/rounds.ts';
import type { Worker } from '../../kernel/queue/worker.ts';
import {
  dropSchedule,
  dueSchedules,
  dueSchedulesOf,
  tenantsWithDueSchedules,
} from './outbound-sends.repository.ts';
import { startScheduled } from './store-outbound.ts';

const EVERY_MS = 500;
const AT_ONCE = 100;

/**
 * Creates the worker that sends scheduled and held messages at their time (decision 0269). Any number of servers may
 * run it: a message leaves its schedule by one statement, and then waits in the queue like any other.
 */
export function createScheduleWorker(resources: Resources, wakeSender: () => void): Worker {
  return createItemRounds(resources, {
    name: 'scheduled_sends',
    everyMs: EVERY_MS,
    problem: 'could not start scheduled messages; will retry',
    tenants: tenantsWithDueSchedules,
    atOnce: AT_ONCE,
    // All that is due of a contact is sent with the first of its messages.
    due: async (ctx, limit, except) => {
      const seen = new Set<string>();
      return (await dueSchedules(ctx, limit, except)).map((contactId) => {
        const isFirst = !seen.has(contactId.toString('hex'));
        seen.add(contactId.toString('hex'));
        return { contactId, isFirst };
      });
    },
    keyOf: ({ contactId }) => contactId,
    work: async (ctx, { contactId, isFirst }, turn) => {
      if (!isFirst) return;
      if (await startDue(ctx, contactId)) wakeSender();
      else turn.leave();
    },
  });
}

/** Sends what is due of a contact, in its order; returns whether the contact is there. */
async function startDue(ctx: Context, contactId: Buffer): Promise<boolean> {
  try {
    await inTransaction(ctx, async (ctx) => {
      let conversation = await openConversation(ctx, contactId);
      for (const id of await dueSchedulesOf(ctx, contactId, AT_ONCE)) {
        const started = await startScheduled(ctx, conversation, id);
        if (started) conversation = { ...conversation, lastMessageAt: started.createdAt };
      }
    });
    return true;
  } catch (error) {
    // The contact is being deleted, and its messages with it.
    if (!(error instanceof AppError) || error.code !== 'contact_not_found') throw error;
    return false;
  }
}

/**
 * Sends a scheduled message now and returns it.
 * @throws {AppError} message_not_found; message_not_scheduled.
 */
export async function sendScheduledNow(
  ctx: Context,
  wakeSender: () => void,
  messageId: Buffer,
): Promise<ThreadMessage> {
  const message = await inTransaction(ctx, async (ctx) => {
    const conversation = await conversationOfScheduled(ctx, messageId);
    const started = await startScheduled(ctx, conversation, messageId);
    if (!started) throw new AppError('message_not_scheduled');
    return started.message;
  });
  wakeSender();
  return message;
}

/**
 * Cancels a scheduled message: it is deleted, and its file can be sent with another one.
 * @throws {AppError} message_not_found; message_not_scheduled.
 */
export async function cancelScheduled(ctx: Context, messageId: Buffer): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const conversation = await conversationOfScheduled(ctx, messageId);
    if (!(await dropSchedule(ctx, messageId))) throw new AppError('message_not_scheduled');
    await detachMedia(ctx, messageId);
    await deleteScheduled(ctx, messageId);
    const id = encodeId('message', messageId);
    ctx.setResponse({ id, deleted: true });
    await ctx.audit({ action: 'message.canceled', target: { kind: 'message', id, label: id } });
    ctx.record('message.canceled', { id, conversationId: encodeId('conversation', conversation.id) });
  });
}

/** Returns the conversation of a scheduled message, with its row locked. */
async function conversationOfScheduled(ctx: ChangeContext, messageId: Buffer) {
  const message = await findMessage(ctx, messageId);
  if (message?.direction !== 'outbound') throw new AppError('message_not_found');
  return openConversation(ctx, message.contactId);
}
