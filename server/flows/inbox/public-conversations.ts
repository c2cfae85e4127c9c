import { implement } from '@orpc/server';
import type { Conversation } from '../../../shared/contract/conversations.contract.ts';
import type { Note } from '../../../shared/contract/notes.contract.ts';
import {
  type PublicConversation,
  PublicConversationSchema,
  type PublicNote,
  publicConversations,
} from '../../../shared/contract/public/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import {
  addNote,
  changeConversation,
  conversationOfContact,
  getConversation,
  listConversations,
  listLabels,
  listNotes,
} from '../../features/conversations/index.ts';
import { listColleagues } from '../../features/people/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { findThread } from './threads.repository.ts';

/** The conversations of the public API: the same services as the dashboard's, without what is personal to a member. */
export function publicConversationsRoutes() {
  const os = implement(publicConversations).$context<RequestContext>();
  return os.router({
    conversations: {
      list: os.conversations.list.handler(async ({ input, context }) => {
        const { status, limit, ...narrowed } = input.query;
        const ctx = contextOf(context);
        const query = { ...narrowed, limit, view: status ?? ('all' as const), isByActivity: true };
        const { data, nextCursor } = await listConversations(ctx, query);
        return { data: data.map(presentPublic), pagination: { limit, nextCursor } };
      }),
      get: os.conversations.get.handler(async ({ input, context }) => {
        const ctx = contextOf(context);
        return presentPublic(await getConversation(ctx, await conversationId(ctx, input.params.id)));
      }),
      change: os.conversations.change.handler(async ({ input, context }) => {
        const ctx = contextOf(context);
        const id = await conversationId(ctx, input.params.id);
        return presentPublic(await changeConversation(ctx, id, input.body));
      }),
      notes: os.conversations.notes.handler(async ({ input, context }) => {
        const ctx = contextOf(context);
        const id = await conversationId(ctx, input.params.id);
        const { data, nextCursor } = await listNotes(ctx, id, input.query);
        return { data: data.map(presentPublicNote), pagination: { limit: input.query.limit, nextCursor } };
      }),
      addNote: os.conversations.addNote.handler(async ({ input, context }) => {
        const ctx = contextOf(context);
        const id = await conversationId(ctx, input.params.id);
        const note = { ...input.body, clientId: crypto.randomUUID() };
        return presentPublicNote(await addNote(ctx, id, note, presentPublicNote));
      }),
    },
    labels: { list: os.labels.list.handler(({ context }) => listLabels(contextOf(context))) },
    members: { list: os.members.list.handler(({ context }) => listColleagues(contextOf(context))) },
  });
}

/**
 * Returns the id of a conversation from its id, or from the id or the number of its contact.
 * @throws {AppError} conversation_not_found
 */
async function conversationId(ctx: Context, reference: string): Promise<string> {
  if (tryDecodeId('conversation', reference)) return reference;
  const thread = await findThread(ctx, reference);
  const row = thread && (await conversationOfContact(ctx, thread.contactId));
  if (!row) throw new AppError('conversation_not_found');
  return encodeId('conversation', row.id);
}

const PUBLIC_FIELDS = Object.keys(PublicConversationSchema.shape) as (keyof PublicConversation)[];

function presentPublic(conversation: Conversation): PublicConversation {
  return Object.fromEntries(PUBLIC_FIELDS.map((name) => [name, conversation[name]])) as PublicConversation;
}

function presentPublicNote({ clientId: _client, ...note }: Note): PublicNote {
  return note;
}
