import type { Conversation } from '../../../shared/contract/inbox/conversations.contract.ts';
import { NOTES_MAX, type Note } from '../../../shared/contract/inbox/notes.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { FORMER_MEMBER } from '../../../shared/domain/roles.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import { asJson } from '../../db/define-model.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { countRows, deleteRow, findRows, insertRow, updateRow } from '../../kernel/tenancy/rows.ts';
import { findConversation } from './conversations.repository.ts';
import { conversationKey, getConversation } from './conversations.service.ts';
import {
  addUnreadMention,
  type NoteView,
  notesOf,
  noteView,
  removeUnreadMention,
} from './notes.repository.ts';
import { notify, removeNotificationsOf } from './notifications.repository.ts';
import { readMentionNotifications } from './notifications.service.ts';
import { lockWorkState, storeWorkState } from './work-state.repository.ts';
import { auditProgram, recordInternalChange } from './work-state.service.ts';

/** Returns a page of a conversation's notes, newest first. @throws {AppError} conversation_not_found */
export async function listNotes(
  ctx: Context,
  conversationId: string,
  query: { limit: number; cursor?: string | undefined },
): Promise<{ data: Note[]; nextCursor: string | null }> {
  const { cursors, scope } = ctx;
  const { id } = await getConversation(ctx, conversationId);
  const list = ['notes', scope.tenantId, id];
  const [time, last] = query.cursor ? cursors.read(list, query.cursor) : [];
  const after = last === undefined ? undefined : { at: new Date(Number(time)), id: decodeId(String(last)) };
  const rows = await notesOf(ctx, decodeId(id), { after, limit: query.limit + 1 });
  const page = rows.slice(0, query.limit);
  const end = rows.length > query.limit ? page.at(-1) : undefined;
  return {
    data: page.map(presentNote),
    nextCursor: end ? cursors.write(list, [end.createdAt.getTime(), encodeId('note', end.id)]) : null,
  };
}

/**
 * Adds a note to a conversation, once per client id, and returns it. Its window, unread count and waiting time stay
 * as they are. `toResponse` returns what the caller is sent, if that is not the note.
 * @throws {AppError} conversation_not_found; member_not_found; note_limit_reached; message_already_queued when the
 * client id belongs to another note.
 */
export async function addNote(
  ctx: Context,
  conversationId: string,
  input: { content: string; mentions: readonly string[]; clientId: string },
  toResponse: (note: Note) => object = (note) => note,
): Promise<Note> {
  const authorId = ctx.actor?.kind === 'user' ? decodeId(ctx.actor.id) : null;
  const id = newKey();
  try {
    return await inTransaction(ctx, async (ctx) => {
      const conversation = await lockWorkState(ctx, conversationKey(conversationId));
      if (!conversation) throw new AppError('conversation_not_found');
      const place = { conversationId: conversation.id, contactId: conversation.contactId };
      const known = await noteView(ctx, { clientId: input.clientId });
      if (known) return sameNote(known, { ...place, authorId });
      if ((await countRows(ctx, 'note', { conversationId: conversation.id })) >= NOTES_MAX)
        throw new AppError('note_limit_reached');
      const mentioned = await membersOf(ctx, input.mentions);
      await insertRow(ctx, 'note', {
        ...place,
        ...{ id, authorId, clientId: input.clientId, content: input.content },
        mentions: mentionsJson(mentioned),
        createdAt: ctx.clock.now(),
        editedAt: null,
      });
      const note = await noteView(ctx, { id });
      if (!note) throw new AppError('conversation_not_found');
      ctx.record('note.added', { note: presentNote(note) }, conversation.contactId);
      await notifyOf(ctx, note, mentioned);
      await auditProgram(ctx, 'note.created', encodeId('note', id));
      ctx.setResponse(toResponse(presentNote(note)));
      return presentNote(note);
    });
  } catch (error) {
    // The same note in two calls at once, in different conversations.
    if (!isDuplicate(error, 'notes_client_id')) throw error;
    throw new AppError('message_already_queued');
  }
}

/**
 * Replaces the text and the mentions of an own note: a person's of that person, a program's of programs. Members whom
 * it did not mention before are notified; those whom it no longer mentions lose their notification about it.
 * @throws {AppError} note_not_found; forbidden for a note of another member; member_not_found.
 */
export function changeNote(
  ctx: Context,
  noteId: string,
  input: { content: string; mentions: readonly string[] },
): Promise<Note> {
  return inTransaction(ctx, async (ctx) => {
    const place = await noteWithId(ctx, noteId);
    // Like a new note, so that both report mentions in the same order.
    await lockWorkState(ctx, place.conversationId);
    const before = await noteWithId(ctx, noteId);
    if (!isOwn(ctx, before)) throw new AppError('forbidden');
    const mentioned = await membersOf(ctx, input.mentions);
    const mentions = mentionsJson(mentioned);
    const old = asJson<Note['mentions']>(before.mentions);
    if (before.content === input.content && JSON.stringify(old) === mentions) return presentNote(before);

    const values = { content: input.content, mentions, editedAt: ctx.clock.now() };
    await updateRow(ctx, 'note', before.id, values);
    const note = { ...before, ...values };
    const isIn = (people: readonly Buffer[], id: Buffer) => people.some((one) => one.equals(id));
    const [known, kept] = [old.map(({ id }) => decodeId(id)), mentioned.map(({ id }) => id)];
    const added = mentioned.filter(({ id }) => !isIn(known, id));
    await removeNotificationsOf(
      ctx,
      note.id,
      known.filter((id) => !isIn(kept, id)),
    );
    const newMentions = added.map(({ id }) => encodeId('user', id));
    ctx.record('note.updated', { note: presentNote(note), newMentions }, note.contactId);
    await notifyOf(ctx, note, added);
    await auditProgram(ctx, 'note.changed', noteId);
    return presentNote(note);
  });
}

/**
 * Deletes an own note, or as an owner or admin one of a program.
 * @throws {AppError} note_not_found; forbidden for a note of another person.
 */
export function removeNote(ctx: Context, noteId: string): Promise<{ id: string; deleted: true }> {
  return inTransaction(ctx, async (ctx) => {
    const note = await noteWithId(ctx, noteId);
    const mayDelete = isOwn(ctx, note) || (!note.authorId && ctx.actor?.permissions.has('settings:manage'));
    if (!mayDelete) throw new AppError('forbidden');
    await deleteRow(ctx, 'note', note.id);
    await removeNotificationsOf(ctx, note.id);
    const conversationId = encodeId('conversation', note.conversationId);
    await auditProgram(ctx, 'note.removed', noteId);
    ctx.record('note.deleted', { id: noteId, conversationId }, note.contactId);
    return { id: noteId, deleted: true };
  });
}

/** Marks the caller's mentions in a conversation as seen, and returns it. @throws {AppError} conversation_not_found */
export async function readMentions(ctx: Context, conversationId: string): Promise<Conversation> {
  const userId = personKey(ctx);
  return inTransaction(ctx, async (ctx) => {
    const conversation = await findConversation(ctx, conversationKey(conversationId));
    if (!conversation) throw new AppError('conversation_not_found');
    const { id } = conversation;
    if (!(await removeUnreadMention(ctx, userId, id))) return getConversation(ctx, conversationId);
    await readMentionNotifications(ctx, userId, id);
    return recordMention(ctx, id);
  });
}

/** Notifies members, except the author, that a note mentions them. The caller has locked the conversation. */
async function notifyOf(
  ctx: ChangeContext,
  note: NoteView,
  mentioned: readonly { id: Buffer }[],
): Promise<void> {
  const { conversationId, contactId, authorId } = note;
  const others = mentioned.filter(({ id }) => !authorId?.equals(id));
  for (const { id: userId } of others) {
    await addUnreadMention(ctx, { conversationId, contactId, userId });
    await notify(ctx, {
      ...{ conversationId, contactId, userId },
      ...{ kind: 'mention', actorId: authorId, subjectId: note.id },
    });
  }
  if (others.length > 0) await recordMention(ctx, conversationId);
}

/** Returns a note. @throws {AppError} note_not_found */
async function noteWithId(ctx: QueryContext, noteId: string): Promise<NoteView> {
  const id = tryDecodeId('note', noteId);
  const note = id && (await noteView(ctx, { id }));
  if (!note) throw new AppError('note_not_found');
  return note;
}

/** Returns whether the caller wrote a note: this person, or for a program any program. */
function isOwn({ actor }: Context, { authorId }: NoteView): boolean {
  if (actor?.kind === 'user') return authorId?.equals(decodeId(actor.id)) ?? false;
  return authorId === null;
}

function mentionsJson(members: readonly { id: Buffer; name: string }[]): string {
  return JSON.stringify(members.map(({ id, name }) => ({ id: encodeId('user', id), name })));
}

/** Records that the unread mentions of a conversation have changed; it counts as a change of its own. */
async function recordMention(ctx: ChangeContext, id: Buffer): Promise<Conversation> {
  await storeWorkState(ctx, id, {});
  return recordInternalChange(ctx, id);
}

/** Returns the stored note of a client id. @throws {AppError} message_already_queued when it is another one. */
function sameNote(
  known: NoteView,
  { conversationId, authorId }: Pick<NoteView, 'conversationId' | 'authorId'>,
): Note {
  const isSameAuthor = authorId ? known.authorId?.equals(authorId) : known.authorId === null;
  if (!known.conversationId.equals(conversationId) || !isSameAuthor)
    throw new AppError('message_already_queued');
  return presentNote(known);
}

/** Returns the members with these ids. @throws {AppError} member_not_found */
async function membersOf(ctx: QueryContext, ids: readonly string[]): Promise<{ id: Buffer; name: string }[]> {
  const wanted = [...new Set(ids)].map(decodeId);
  if (wanted.length === 0) return [];
  const found = await findRows(ctx, 'user', {
    where: { id: wanted },
    columns: ['id', 'name'],
    order: [['name', 'ASC']],
  });
  if (found.length < wanted.length) throw new AppError('member_not_found');
  return found;
}

/** Returns the key of the person who asks. */
function personKey({ actor }: Context): Buffer {
  if (actor?.kind !== 'user') throw new AppError('forbidden');
  return decodeId(actor.id);
}

function presentNote(row: NoteView): Note {
  return {
    id: encodeId('note', row.id),
    conversationId: encodeId('conversation', row.conversationId),
    contact: encodeId('contact', row.contactId),
    clientId: row.clientId,
    content: row.content,
    mentions: asJson<Note['mentions']>(row.mentions),
    author: row.authorId && {
      id: encodeId('user', row.authorId),
      name: row.authorName ?? FORMER_MEMBER,
    },
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
  };
}
