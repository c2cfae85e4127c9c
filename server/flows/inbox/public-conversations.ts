import { implement } from '@orpc/server';
import type { Conversation } from '../../../shared/contract/inbox/conversations.contract.ts';
import type { Note } from '../../../shared/contract/inbox/notes.contract.ts';
import {
  type PublicConversation,
  PublicConversationSchema,
  type PublicNote,
  publicConversations,
} from '../../../shared/contract/public/conversations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { type ResponseRules, responseDueAt } from '../../../shared/domain/time/business-time.ts';
import {
  addNote,
  changeConversation,
  changeNote,
  conversationOfContact,
  getConversation,
  listConversations,
  listLabels,
  listNotes,
  removeNote,
  responseRulesOf,
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
        const [{ data, nextCursor }, rules] = await Promise.all([
          listConversations(ctx, query),
          responseRulesOf(ctx),
        ]);
        return { data: data.map((one) => presentPublic(one, rules)), pagination: { limit, nextCursor } };
      }),
      get: os.conversations.get.handler(async ({ input, context }) => {
        const ctx = contextOf(context);
        const id = await conversationId(ctx, input.params.id);
        return presentPublic(await getConversation(ctx, id), await responseRulesOf(ctx));
      }),
      change: os.conversations.change.handler(async ({ input, context }) => {
        const ctx = contextOf(context);
        const id = await conversationId(ctx, input.params.id);
        return presentPublic(await changeConversation(ctx, id, input.body), await responseRulesOf(ctx));
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
      changeNote: os.conversations.changeNote.handler(async ({ input, context }) =>
        presentPublicNote(await changeNote(contextOf(context), input.params.id, input.body)),
      ),
      removeNote: os.conversations.removeNote.handler(({ input, context }) =>
        removeNote(contextOf(context), input.params.id),
      ),
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

type Shared = Omit<PublicConversation, 'responseDueAt'>;
const { responseDueAt: _own, ...shared } = PublicConversationSchema.shape;
const SHARED_FIELDS = Object.keys(shared) as (keyof Shared)[];

function presentPublic(conversation: Conversation, rules: ResponseRules): PublicConversation {
  const fields: Record<string, unknown> = {};
  for (const name of SHARED_FIELDS) fields[name] = conversation[name];
  const isOpen = conversation.status === 'open';
  const due = isOpen ? responseDueAt(conversation, rules) : null;
  return Object.assign(fields as Shared, { responseDueAt: due?.toISOString() ?? null });
}

function presentPublicNote({ clientId: _client, ...note }: Note): PublicNote {
  return note;
}
