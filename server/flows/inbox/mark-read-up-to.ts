import { AppError } from '../../../shared/domain/errors.ts';
import type { Database } from '../../db/database.ts';
import { ConversationsRepository, presentConversation } from '../../features/conversations/index.ts';
import { countInboundAfter, messageView, presentMessage } from '../../features/messages/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { enqueueReportRead } from './report-read.ts';

/**
 * Marks a conversation read up to one of its messages: what is newer stays unread. Where that changes
 * something, the platform is told, so that the customer sees it too.
 */
export function createMarkReadUpTo(deps: { database: Database; wakeJobs(): void }) {
  const { database } = deps;
  return async (ctx: Context, messageId: Buffer): Promise<void> => {
    const { scope } = ctx;
    await inTransaction(ctx, async (work) => {
      const message = await messageView(work, messageId);
      if (!message) throw new AppError('message_not_found');
      const conversations = new ConversationsRepository(database, scope, work.tx);
      // It answers the message as it is: marking the conversation read changes nothing of it.
      work.answers(presentMessage(message));
      const { id, unreadCount } = await conversations.open(message.contactId);
      const left = await countInboundAfter(work, message.contactId, message, unreadCount);
      if (!(await conversations.markRead(id, left))) return;
      const view = await conversations.view(id);
      if (view) work.record('conversation.updated', { conversation: presentConversation(view) });
      await enqueueReportRead(database, scope, work.tx, id, messageId);
    });
    deps.wakeJobs();
  };
}
