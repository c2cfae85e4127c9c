import type { ThreadMessage } from '../../shared/contract/conversations.contract.ts';
import type { Message, SendMessage } from '../../shared/contract/messages.contract.ts';
import { AppError } from '../../shared/domain/errors.ts';
import { STATUS_RANK } from '../../shared/domain/message-status.ts';
import { isWindowOpen, windowExpiresAt } from '../../shared/domain/window.ts';
import type { Database } from '../db/database.ts';
import { isDuplicate } from '../db/define-model.ts';
import { ContactDirectory } from '../features/contacts/index.ts';
import { ConversationsRepository } from '../features/conversations/index.ts';
import { MessagesRepository, presentMessage, presentThreadMessage } from '../features/messages/index.ts';
import type { UserActor } from '../kernel/auth/actor.ts';
import { decodeId, newKey } from '../kernel/ids.ts';
import type { Logger } from '../kernel/logging/logger.ts';
import type { UnitOfWork, Work } from '../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';
import { enqueueSend, isBehindPostponed } from './outbound-sends.repository.ts';
import type { SendWaiters } from './send-waiters.ts';
import { snapshotOf } from './thread-snapshot.ts';

export interface SendMessageDeps {
  database: Database;
  logger: Logger;
  inUnitOfWork: UnitOfWork;
  waiters: SendWaiters;
  isConnected(scope: TenantScope): Promise<boolean>;
  wakeSender(): void;
}

/** How long the API waits for the platform's answer before it says `queued`. */
const ANSWER_MS = 10_000;

/** An outbound message, from the two places where one is written. The row comes first, then the platform. */
export function createSendMessage(deps: SendMessageDeps) {
  const { database, logger, inUnitOfWork, waiters } = deps;

  return {
    /** From a program: free text outside the window is handed over too, with a warning. */
    async fromApi(scope: TenantScope, input: SendMessage): Promise<Message> {
      const contact = await new ContactDirectory(database, scope).resolve(input.contactId);
      if (!contact) throw new AppError('contact_not_found');
      await demandChannel(scope);
      const { id, queued, isHeldUp } = await inUnitOfWork(scope, async (work) => {
        const conversation = await openConversation(scope, work, contact.id);
        const isOpen = isWindowOpen(windowExpiresAt(conversation.lastInboundAt), new Date());
        const id = await store(scope, work, {
          conversation,
          content: input.content,
          warnings: isOpen ? [] : ['window_closed'],
        });
        const view = await new MessagesRepository(database, scope, work.tx).view(id);
        if (!view) throw new AppError('message_not_found');
        const queued = presentMessage(view);
        work.answers(queued);
        return {
          id,
          queued,
          isHeldUp: await isBehindPostponed(database, scope, work.tx, { id, contactId: contact.id }),
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
      input: { content: string; clientId: string },
    ): Promise<ThreadMessage> {
      const { scope } = actor;
      const before = await alreadyStored(scope, conversationId, input.clientId);
      if (before) return before;
      try {
        const message = await inUnitOfWork(scope, async (work) => {
          const found = await new ConversationsRepository(database, scope, work.tx).find(conversationId);
          if (!found) throw new AppError('conversation_not_found');
          await demandChannel(scope);
          const conversation = await openConversation(scope, work, found.contactId);
          if (!isWindowOpen(windowExpiresAt(conversation.lastInboundAt), new Date()))
            throw new AppError('window_closed');
          const id = await store(scope, work, {
            conversation,
            content: input.content,
            warnings: [],
            clientId: input.clientId,
            authorId: decodeId(actor.id),
          });
          return viewOf(scope, work, id);
        });
        deps.wakeSender();
        return message;
      } catch (error) {
        if (!isDuplicate(error, 'messages_client_id')) throw error;
        const stored = await alreadyStored(scope, conversationId, input.clientId);
        if (stored) return stored;
        throw new AppError('message_already_queued');
      }
    },

    /** Puts a failed message back to the start, as the same message. */
    async retry(actor: UserActor, messageId: Buffer): Promise<ThreadMessage> {
      const { scope } = actor;
      const message = await inUnitOfWork(scope, async (work) => {
        const messages = new MessagesRepository(database, scope, work.tx);
        const row = await messages.find(messageId);
        if (row?.direction !== 'outbound') throw new AppError('message_not_found');
        await demandChannel(scope);
        const conversation = await openConversation(scope, work, row.contactId);
        if (!isWindowOpen(windowExpiresAt(conversation.lastInboundAt), new Date()))
          throw new AppError('window_closed');
        // Pressed twice: the first press has put it back already, and the message is on its way.
        if (await messages.requeue(messageId)) {
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

  async function store(
    scope: TenantScope,
    work: Work,
    given: {
      conversation: { id: Buffer; contactId: Buffer };
      content: string;
      warnings: readonly string[];
      clientId?: string;
      authorId?: Buffer;
    },
  ): Promise<Buffer> {
    const id = newKey();
    const createdAt = new Date();
    const { conversation } = given;
    await new MessagesRepository(database, scope, work.tx).insert({
      id,
      conversationId: conversation.id,
      contactId: conversation.contactId,
      direction: 'outbound',
      type: 'text',
      status: 'queued',
      statusRank: STATUS_RANK.queued,
      content: given.content,
      payload: null,
      replyTo: null,
      platformId: null,
      sendRound: 0,
      clientId: given.clientId ?? null,
      authorId: given.authorId ?? null,
      error: null,
      warnings: JSON.stringify(given.warnings),
      createdAt,
      sentAt: null,
      deliveredAt: null,
      readAt: null,
      failedAt: null,
    });
    await new ConversationsRepository(database, scope, work.tx).append(conversation.id, {
      id,
      createdAt,
      direction: 'outbound',
      unread: false,
    });
    await enqueueSend(database, scope, work.tx, { id, contactId: conversation.contactId });
    work.record('message.queued', await snapshotOf(database, scope, work.tx, id));
    return id;
  }
}
