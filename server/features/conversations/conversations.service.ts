import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import { digitsOfSearch } from '../../../shared/contract/contacts.contract.ts';
import type {
  Conversation,
  ConversationFilter,
  SendFromInbox,
  ThreadMessage,
} from '../../../shared/contract/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { Cursors } from '../../kernel/http/cursor.ts';
import { decodeId, tryDecodeId } from '../../kernel/ids.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { presentConversation } from './conversations.presenter.ts';
import { ConversationsRepository } from './conversations.repository.ts';

export interface ConversationsDeps {
  database: Database;
  cursors: Cursors;
  inUnitOfWork: UnitOfWork;
  getContact(scope: TenantScope, id: string): Promise<Contact>;
  /** The LIKE pattern that finds a search term in a folded name. */
  namePattern(term: string): string;
  /** A page of a contact's messages, newest first. */
  readThread(
    scope: TenantScope,
    contactId: Buffer,
    query: { limit: number; cursor?: string | undefined },
  ): Promise<{ data: ThreadMessage[]; nextCursor: string | null }>;
  /** A flow: an agent's reply. */
  sendFromInbox(ctx: Context, conversationId: Buffer, input: SendFromInbox): Promise<ThreadMessage>;
  /** A flow: another try of a failed message. */
  retryFromInbox(ctx: Context, messageId: Buffer): Promise<ThreadMessage>;
  /** Asks, within the change, for the platform to be told that the customer's messages were read. */
  reportRead(scope: TenantScope, tx: Transaction, conversationId: Buffer): Promise<void>;
  wakeJobs(): void;
}

export type ConversationsService = ReturnType<typeof createConversationsService>;

export function createConversationsService(deps: ConversationsDeps) {
  const { database, cursors, inUnitOfWork } = deps;

  async function viewOf(scope: TenantScope, key: Buffer): Promise<Conversation> {
    const row = await new ConversationsRepository(database, scope).view(key);
    if (!row) throw new AppError('conversation_not_found');
    return presentConversation(row);
  }

  return {
    async list(
      scope: TenantScope,
      query: {
        filter: ConversationFilter;
        search?: string | undefined;
        limit: number;
        cursor?: string | undefined;
      },
    ) {
      const repository = new ConversationsRepository(database, scope);
      const list = ['inbox', scope.tenantId, query.filter, query.search ?? ''];
      const [time, id] = query.cursor ? cursors.read(list, query.cursor) : [];
      const digits = query.search ? digitsOfSearch(query.search) : null;
      const rows = await repository.list({
        filter: query.filter,
        name: query.search ? deps.namePattern(query.search) : null,
        phone: digits ? `%${digits}%` : null,
        ...(id === undefined
          ? {}
          : { after: { lastActivityAt: new Date(Number(time)), id: decodeId(String(id)) } }),
        limit: query.limit + 1,
      });
      const page = rows.slice(0, query.limit);
      const data = page.map(presentConversation);
      const last = rows.length > query.limit ? page.at(-1) : undefined;
      return {
        data,
        nextCursor: last ? cursors.write(list, [last.lastActivityAt.getTime(), data.at(-1)?.id ?? '']) : null,
        unreadTotal: await repository.countUnread(),
      };
    },

    async get(scope: TenantScope, id: string) {
      const conversation = await viewOf(scope, keyOf(id));
      return { conversation, contact: await deps.getContact(scope, conversation.contact.id) };
    },

    async open(scope: TenantScope, contactId: string): Promise<Conversation> {
      const contact = await deps.getContact(scope, contactId);
      return inUnitOfWork(scope, async (work) => {
        const repository = new ConversationsRepository(database, scope, work.tx);
        const opened = await repository.open(decodeId(contact.id));
        const row = await repository.view(opened.id);
        if (!row) throw new AppError('contact_not_found');
        const conversation = presentConversation(row);
        work.record('conversation.updated', { conversation });
        return conversation;
      });
    },

    async messages(scope: TenantScope, id: string, query: { limit: number; cursor?: string | undefined }) {
      const row = await new ConversationsRepository(database, scope).find(keyOf(id));
      if (!row) throw new AppError('conversation_not_found');
      return deps.readThread(scope, row.contactId, query);
    },

    async markRead(scope: TenantScope, id: string): Promise<Conversation> {
      const key = keyOf(id);
      await inUnitOfWork(scope, async (work) => {
        const repository = new ConversationsRepository(database, scope, work.tx);
        if (!(await repository.markRead(key))) return;
        const row = await repository.view(key);
        if (row) work.record('conversation.updated', { conversation: presentConversation(row) });
        await deps.reportRead(scope, work.tx, key);
      });
      deps.wakeJobs();
      return viewOf(scope, key);
    },

    send(ctx: Context, id: string, input: SendFromInbox): Promise<ThreadMessage> {
      return deps.sendFromInbox(ctx, keyOf(id), input);
    },

    async retry(ctx: Context, messageId: string): Promise<ThreadMessage> {
      const key = tryDecodeId('message', messageId);
      if (!key) throw new AppError('message_not_found');
      return deps.retryFromInbox(ctx, key);
    },
  };
}

function keyOf(id: string): Buffer {
  const key = tryDecodeId('conversation', id);
  if (!key) throw new AppError('conversation_not_found');
  return key;
}
