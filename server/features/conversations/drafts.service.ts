import { isDeepStrictEqual } from 'node:util';
import type { Draft, DraftContent } from '../../../shared/contract/inbox/drafts.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { DRAFTS_MAX } from '../../../shared/domain/message-limits.ts';
import type { MemberSignal } from '../../../shared/events/index.ts';
import type { PresentPerson } from '../../../shared/events/presence.ts';
import type { DraftRow } from '../../db/models/draft.model.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import {
  countRows,
  deleteRows,
  findRow,
  findRows,
  insertRow,
  updateRows,
} from '../../kernel/tenancy/rows.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { findConversation } from './conversations.repository.ts';
import { conversationKey } from './conversations.service.ts';

/**
 * Drafts are written every second while a person types, and concern only that person: they are stored without an
 * event of the workspace, and the person's other devices get a signal (decision 0275).
 */

/** Signals all devices of a person. It may be lost: devices also ask when they reconnect. */
export type SignalDevices = (person: Pick<UserActor, 'scope' | 'id'>, signal: MemberSignal) => void;

/** Returns who has a conversation on the screen. */
export type PeopleIn = (scope: TenantScope, conversationId: string) => readonly PresentPerson[];

/** Returns the drafts of a person, the latest first. */
export async function listDrafts(ctx: Context, person: UserActor): Promise<{ data: Draft[] }> {
  const rows = await findRows(ctx, 'draft', {
    where: { userId: decodeId(person.id) },
    order: [['updatedAt', 'DESC']],
    limit: DRAFTS_MAX,
  });
  return { data: rows.map(present) };
}

/**
 * Stores a person's draft, or deletes it when it is empty. When it has another revision than `baseRevision` and
 * another content, nothing is stored, and the draft is returned as it is.
 * @throws {AppError} conversation_not_found
 */
export async function saveDraft(
  ctx: Context,
  person: UserActor,
  signalDevices: SignalDevices,
  input: { conversationId: string; baseRevision: string | null; content: DraftContent },
): Promise<{ isStored: boolean; draft: Draft | null }> {
  const saved = await inTransaction(ctx, (ctx) => save(ctx, decodeId(person.id), input));
  const { isChanged, ...result } = saved;
  if (isChanged) {
    const { conversationId } = input;
    signalDevices(person, { kind: 'draft', conversationId, revision: result.draft?.revision ?? null });
  }
  return result;
}

async function save(
  ctx: QueryContext & Pick<Context, 'clock'>,
  userId: Buffer,
  { conversationId, baseRevision, content }: Parameters<typeof saveDraft>[3],
) {
  const conversation = await findConversation(ctx, conversationKey(conversationId));
  if (!conversation) throw new AppError('conversation_not_found');
  const place = { userId, conversationId: conversation.id };
  const before = await findRow(ctx, 'draft', { where: place, isLocked: true });
  const known = before && present(before);
  if (isDeepStrictEqual(known?.content ?? EMPTY, content)) {
    return { isStored: true, isChanged: false, draft: known };
  }
  if ((known?.revision ?? null) !== baseRevision) return { isStored: false, isChanged: false, draft: known };
  if (isDeepStrictEqual(content, EMPTY)) {
    await deleteRows(ctx, 'draft', place);
    return { isStored: true, isChanged: true, draft: null };
  }
  const change = { ...content, revision: newKey(), updatedAt: ctx.clock.now() };
  if (before) await updateRows(ctx, 'draft', place, change);
  else {
    await insertRow(ctx, 'draft', { ...place, contactId: conversation.contactId, ...change });
    await makeRoom(ctx, userId);
  }
  return { isStored: true, isChanged: true, draft: present({ ...place, ...change }) };
}

/** The reply that a colleague is writing; null where there is none, or none that the person may see. */
type ColleagueDraft = { draft: { reply: string; updatedAt: string } | null };

/**
 * Returns the reply that a colleague is writing, while both people have the conversation on the screen (decision 0392).
 * @throws {AppError} conversation_not_found
 */
export async function draftOfColleague(
  ctx: Context,
  person: UserActor,
  peopleIn: PeopleIn,
  { conversationId, memberId }: { conversationId: string; memberId: string },
): Promise<ColleagueDraft> {
  const conversation = await findConversation(ctx, conversationKey(conversationId));
  if (!conversation) throw new AppError('conversation_not_found');
  const here = new Set(peopleIn(ctx.scope, conversationId).map(({ id }) => id));
  const userId = tryDecodeId('user', memberId);
  if (userId === null || memberId === person.id || !here.has(memberId) || !here.has(person.id))
    return { draft: null };
  const row = await findRow(ctx, 'draft', { where: { userId, conversationId: conversation.id } });
  if (!row || row.reply === '') return { draft: null };
  return { draft: { reply: row.reply, updatedAt: row.updatedAt.toISOString() } };
}

/**
 * Returns the reply that a colleague is writing, and says to the colleague who has taken it over. It stays with the colleague
 * too, so that nothing is lost if both go on.
 * @throws {AppError} conversation_not_found
 */
export async function takeOverDraft(
  ctx: Context,
  person: UserActor,
  { peopleIn, signalDevices }: { peopleIn: PeopleIn; signalDevices: SignalDevices },
  of: { conversationId: string; memberId: string },
): Promise<ColleagueDraft> {
  const taken = await draftOfColleague(ctx, person, peopleIn, of);
  const { conversationId, memberId: id } = of;
  if (taken.draft)
    signalDevices({ scope: person.scope, id }, { kind: 'draft_taken', conversationId, by: person.name });
  return taken;
}

const EMPTY: DraftContent = { reply: '', note: '', template: '', quote: '' };

/** Deletes the oldest draft of a person who has more than the maximum. */
async function makeRoom(ctx: QueryContext, userId: Buffer): Promise<void> {
  if ((await countRows(ctx, 'draft', { userId })) <= DRAFTS_MAX) return;
  const oldest = await findRow(ctx, 'draft', { where: { userId }, order: [['updatedAt', 'ASC']] });
  if (oldest) await deleteRows(ctx, 'draft', { userId, conversationId: oldest.conversationId });
}

function present(row: Omit<DraftRow, 'tenantId' | 'userId' | 'contactId'>): Draft {
  const { reply, note, template, quote } = row;
  return {
    conversationId: encodeId('conversation', row.conversationId),
    revision: row.revision.toString('hex'),
    content: { reply, note, template, quote },
    updatedAt: row.updatedAt.toISOString(),
  };
}
