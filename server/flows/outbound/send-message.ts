import type { ThreadMessage } from '../../../shared/contract/conversations.contract.ts';
import { withoutInboxFields } from '../../../shared/contract/conversations.contract.ts';
import type { Message } from '../../../shared/contract/messages.contract.ts';
import type { SendMessage } from '../../../shared/contract/send-message.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import { isWindowOpen, windowExpiresAt } from '../../../shared/domain/window.ts';
import type { Database } from '../../db/database.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import { ContactDirectory } from '../../features/contacts/index.ts';
import { ConversationsRepository } from '../../features/conversations/index.ts';
import { MediaRepository } from '../../features/media/index.ts';
import { MessagesRepository, presentMessage, presentThreadMessage } from '../../features/messages/index.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import type { AskContentType } from '../../kernel/http-out/ask-content-type.ts';
import { decodeId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import type { UnitOfWork, Work } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { snapshotOf } from '../thread-snapshot.ts';
import type { InboxSend } from './inbox-sends.ts';
import { enqueueSend, isHeldBack } from './outbound-sends.repository.ts';
import { outgoingContent } from './outgoing-content.ts';
import type { SendWaiters } from './send-waiters.ts';
import { storeOutbound } from './store-outbound.ts';

export interface SendMessageDeps {
  database: Database;
  logger: Logger;
  inUnitOfWork: UnitOfWork;
  waiters: SendWaiters;
  isConnected(scope: TenantScope): Promise<boolean>;
  wakeSender(): void;
  /** Finds out what kind of file is at an address. */
  askContentType: AskContentType;
  /** What is wrong with a template that a program sends, as far as we know it. */
  templateFaults(
    scope: TenantScope,
    send: Extract<SendMessage, { type: 'template' }>,
  ): Promise<ErrorDetail[]>;
}

/** How long the API waits for the platform's answer before it says `queued`. */
const ANSWER_MS = 10_000;

/** An outbound message, from the two places where one is written. The row comes first, then the platform. */
export function createSendMessage(deps: SendMessageDeps) {
  const { database, logger, inUnitOfWork, waiters } = deps;

  return {
    /** From a program: free text outside the window is handed over too, with a warning. */
    async fromApi(ctx: Context, input: SendMessage): Promise<Message> {
      const { scope } = ctx;
      const contact = await new ContactDirectory(database, scope).resolve(input.contactId);
      if (!contact) throw new AppError('contact_not_found');
      await demandChannel(scope);
      const replyTo = await repliedTo(scope, contact.id, input.replyTo);
      const details = input.type === 'template' ? await deps.templateFaults(scope, input) : [];
      if (details.length > 0) throw new AppError('validation_failed', { details });
      const content = await outgoingContent(input, deps.askContentType);
      const { id, queued, isHeldUp } = await inTransaction(ctx, async (work) => {
        const conversation = await openConversation(scope, work, contact.id);
        const isOpen = isWindowOpen(windowExpiresAt(conversation.lastInboundAt), new Date());
        const stored = await storeOutbound(database, scope, work, {
          conversation,
          content,
          replyTo,
          warnings: isOpen || content.type === 'template' ? [] : ['window_closed'],
        });
        const queued = withoutInboxFields(stored);
        work.answers(queued);
        const id = decodeId(stored.id);
        return {
          id,
          queued,
          isHeldUp: await isHeldBack(database, scope, work.tx, { id, contactId: contact.id }),
        };
      });
      const answered = isHeldUp ? undefined : waiters.wait(scope, id, ANSWER_MS);
      deps.wakeSender();
      try {
        await answered;
        const view = await new MessagesRepository(database, scope).view(id);
        return view ? presentMessage(view) : queued;
      } catch (error) {
        // It is stored: whoever asks must hear that, whatever became of the database since.
        logger.warn({ err: error, tenantId: scope.tenantId }, 'the state of a stored send could not be read');
        return queued;
      }
    },

    /** From an agent: not into a closed window, once per client id, and without waiting for the platform. */
    async fromInbox(
      actor: UserActor,
      conversationId: Buffer,
      { clientId, prepare }: InboxSend,
    ): Promise<ThreadMessage> {
      const { scope } = actor;
      const before = await alreadyStored(scope, conversationId, clientId);
      if (before) return before;
      // Read before the transaction: inside, each send would hold one connection and wait for a second.
      const isConnected = await deps.isConnected(scope);
      try {
        const message = await inUnitOfWork(scope, async (work) => {
          const found = await new ConversationsRepository(database, scope, work.tx).find(conversationId);
          if (!found) throw new AppError('conversation_not_found');
          if (!isConnected) throw new AppError('channel_not_connected');
          const conversation = await openConversation(scope, work, found.contactId);
          const { content, mediaId } = await prepare(scope, work);
          const isOpen = isWindowOpen(windowExpiresAt(conversation.lastInboundAt), new Date());
          if (!isOpen && content.type !== 'template') throw new AppError('window_closed');
          return storeOutbound(database, scope, work, {
            conversation,
            content,
            ...(mediaId ? { mediaId } : {}),
            warnings: [],
            clientId,
            authorId: decodeId(actor.id),
          });
        });
        deps.wakeSender();
        return message;
      } catch (error) {
        // The same message twice at once: the one that came second finds its file, or its id, taken.
        const isTaken = error instanceof AppError && error.code === 'media_already_sent';
        if (!isTaken && !isDuplicate(error, 'messages_client_id')) throw error;
        const stored = await alreadyStored(scope, conversationId, clientId);
        if (stored) return stored;
        throw isTaken ? error : new AppError('message_already_queued');
      }
    },

    /** Puts a failed message back to the start, as the same message. */
    async retry(actor: UserActor, messageId: Buffer): Promise<ThreadMessage> {
      const { scope } = actor;
      const isConnected = await deps.isConnected(scope);
      const message = await inUnitOfWork(scope, async (work) => {
        const messages = new MessagesRepository(database, scope, work.tx);
        const row = await messages.find(messageId);
        if (row?.direction !== 'outbound') throw new AppError('message_not_found');
        if (!isConnected) throw new AppError('channel_not_connected');
        const conversation = await openConversation(scope, work, row.contactId);
        const isOpen = isWindowOpen(windowExpiresAt(conversation.lastInboundAt), new Date());
        if (!isOpen && row.type !== 'template') throw new AppError('window_closed');
        // Pressed twice: the first press has put it back already, and the message is on its way.
        if (await messages.requeue(messageId)) {
          // The platform may have refused the file that it has: it gets it anew.
          await forgetUpload(scope, work, messageId);
          await enqueueSend(database, scope, work.tx, { id: messageId, contactId: row.contactId });
          work.record('message.updated', await snapshotOf(database, scope, work.tx, messageId));
        }
        return viewOf(scope, work, messageId);
      });
      deps.wakeSender();
      return message;
    },
  };

  async function demandChannel(scope: TenantScope): Promise<void> {
    if (!(await deps.isConnected(scope))) throw new AppError('channel_not_connected');
  }

  /** The message that a new one answers: it must be of the same contact. */
  async function repliedTo(scope: TenantScope, contactId: Buffer, id?: string): Promise<Buffer | null> {
    if (id === undefined) return null;
    const message = await new MessagesRepository(database, scope).find(decodeId(id));
    if (!message) {
      const details = [
        { path: 'replyTo', message: 'names no message: leave it out to send without a quote' },
      ];
      throw new AppError('message_not_found', { details });
    }
    if (!message.contactId.equals(contactId)) {
      const details = [
        { path: 'replyTo', message: 'is a message of another contact: name one of this contact' },
      ];
      throw new AppError('validation_failed', { details });
    }
    return message.id;
  }

  async function forgetUpload(scope: TenantScope, work: Work, messageId: Buffer): Promise<void> {
    const media = new MediaRepository(database, scope, work.tx);
    const row = await media.findOfMessage(messageId);
    if (row) await media.rememberUpload(row.id, null);
  }

  function openConversation(scope: TenantScope, work: Work, contactId: Buffer) {
    return new ConversationsRepository(database, scope, work.tx).open(contactId);
  }

  async function viewOf(scope: TenantScope, work: Work, id: Buffer): Promise<ThreadMessage> {
    const view = await new MessagesRepository(database, scope, work.tx).view(id);
    if (!view) throw new AppError('message_not_found');
    return presentThreadMessage(view);
  }

  async function alreadyStored(scope: TenantScope, conversationId: Buffer, clientId: string) {
    const messages = new MessagesRepository(database, scope);
    const row = await messages.findByClientId(clientId);
    if (!row) return null;
    if (!row.conversationId.equals(conversationId)) throw new AppError('message_already_queued');
    const view = await messages.view(row.id);
    return view && presentThreadMessage(view);
  }
}
