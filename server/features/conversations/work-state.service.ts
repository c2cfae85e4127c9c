import type { ChangeConversation } from '../../../shared/contract/inbox/change-conversation.ts';
import type { Conversation } from '../../../shared/contract/inbox/conversations.contract.ts';
import { AppError, type ErrorCode } from '../../../shared/domain/errors.ts';
import { CONVERSATION_LABELS_MAX, SNOOZE_MAX_DAYS } from '../../../shared/domain/inbox-views.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { presentConversation } from './conversations.presenter.ts';
import { conversationKey } from './conversations.service.ts';
import { conversationView } from './inbox.repository.ts';
import { notify, withdrawAssigned } from './notifications.repository.ts';
import { recordWork } from './work-history.ts';
import {
  addLabels,
  countLabels,
  holdMember,
  isMember,
  labelIdsOf,
  lockWorkState,
  removeLabels,
  storeWorkState,
  type WorkState,
} from './work-state.repository.ts';

/**
 * Opens, snoozes, closes, assigns or labels a conversation, or marks it as unread, and returns it.
 * @throws {AppError} conversation_not_found; member_not_found; label_not_found; label_limit_reached;
 * validation_failed for a snooze that does not end in the future.
 */
export function changeConversation(
  ctx: Context,
  id: string,
  change: ChangeConversation,
): Promise<Conversation> {
  return inTransaction(ctx, async (ctx) => {
    const state = await lockState(ctx, id);
    const labels = await changeLabels(ctx, state, change);
    const isChanged = [
      labels !== null,
      await changeStatus(ctx, state, change),
      await assign(ctx, state, change),
      await changeUnread(ctx, state, change),
    ].includes(true);
    if (!isChanged) return viewOf(ctx, state.id);
    await auditProgram(ctx, 'conversation.changed', encodeId('conversation', state.id));
    return recordChange(ctx, state.id, labels?.added);
  });
}

/**
 * Changes conversations one after the other. One that does not exist, or would have too many labels, does not stop
 * the others.
 * @throws {AppError} member_not_found; label_not_found; validation_failed.
 */
export async function changeConversations(ctx: Context, ids: readonly string[], change: ChangeConversation) {
  await assigneeOf(ctx, change);
  await addedLabelsOf(ctx, change);
  const data: Conversation[] = [];
  const failed: { id: string; code: string; message: string }[] = [];
  for (const id of new Set(ids)) {
    try {
      data.push(await changeConversation(ctx, id, change));
    } catch (error) {
      if (!(error instanceof AppError) || !OF_ONE.includes(error.code)) throw error;
      failed.push({ id, code: error.code, message: error.message });
    }
  }
  return { data, failed };
}

/** The errors that are about one conversation of a request, so that the others are changed. */
const OF_ONE: readonly ErrorCode[] = ['conversation_not_found', 'label_limit_reached'];

/** Takes a conversation out of the failed view until another message fails. @throws {AppError} conversation_not_found */
export function dismissFailures(ctx: Context, id: string): Promise<Conversation> {
  return inTransaction(ctx, async (ctx) => {
    const state = await lockState(ctx, id);
    if (state.failedCount === 0) return viewOf(ctx, state.id);
    await storeWorkState(ctx, state.id, { failedCount: 0 });
    return recordInternalChange(ctx, state.id);
  });
}

/** Marks a conversation as unread. @throws {AppError} conversation_not_found */
export function markUnread(ctx: Context, id: string): Promise<Conversation> {
  return changeConversation(ctx, id, { unread: true });
}

/**
 * Records in the audit log what a program has done in a conversation. What members do there all day is not recorded: it
 * would bury the rest of the log.
 */
export async function auditProgram(
  ctx: ChangeContext,
  action: 'conversation.changed' | `note.${'created' | 'changed' | 'removed'}`,
  id: string,
): Promise<void> {
  if (ctx.actor?.kind !== 'key') return;
  const kind = action === 'conversation.changed' ? 'conversation' : 'note';
  await ctx.audit({ action, target: { kind, id, label: id } });
}

async function changeStatus(
  ctx: ChangeContext,
  state: WorkState,
  { status, snoozedUntil: until }: ChangeConversation,
): Promise<boolean> {
  if (status === undefined) return false;
  const snoozedUntil = until === undefined ? null : new Date(until);
  if (snoozedUntil) requireFuture(ctx, snoozedUntil);
  if (status === state.status && snoozedUntil?.getTime() === state.snoozedUntil?.getTime()) return false;
  await storeWorkState(ctx, state.id, {
    status,
    snoozedUntil,
    returnedAt: null,
    // The time of the first response counts from the last opening.
    ...(state.status === 'closed' && status === 'open' ? { firstResponseAt: null } : {}),
  });
  await recordWork(ctx, state, { status: { after: status, snoozedUntil } });
  return true;
}

function requireFuture(ctx: Context, until: Date): void {
  const ms = until.getTime() - ctx.clock.now().getTime();
  if (ms > 0 && ms <= SNOOZE_MAX_DAYS * DAY_MS) return;
  const message = `must be in the future, at most ${SNOOZE_MAX_DAYS} days ahead`;
  throw new AppError('validation_failed', { details: [{ path: 'snoozedUntil', message }] });
}

async function assign(ctx: ChangeContext, state: WorkState, change: ChangeConversation): Promise<boolean> {
  const assigneeId = await assigneeOf(ctx, change);
  return assigneeId === undefined ? false : assignTo(ctx, state, assigneeId);
}

/**
 * Assigns a locked conversation to a member, or to nobody; returns whether that changes anything. `rule`: the name of the
 * rule that assigns it.
 * @throws {AppError} member_not_found, when the member was removed in this moment.
 */
export async function assignTo(
  ctx: ChangeContext,
  state: WorkState,
  assigneeId: Buffer | null,
  rule: string | null = null,
): Promise<boolean> {
  if (assigneeId === null ? state.assigneeId === null : state.assigneeId?.equals(assigneeId)) return false;
  if (assigneeId && !(await holdMember(ctx, assigneeId))) throw new AppError('member_not_found');
  await storeWorkState(ctx, state.id, { assigneeId });
  await recordWork(ctx, state, { assigneeId }, rule);
  if (state.assigneeId) await withdrawAssigned(ctx, state.assigneeId, state.id);
  if (assigneeId) await notifyAssignee(ctx, state, assigneeId);
  return true;
}

/** Closes a locked conversation; returns whether that changes anything. `rule`: the name of the rule that closes it. */
export async function closeWork(
  ctx: ChangeContext,
  state: WorkState,
  rule: string | null = null,
): Promise<boolean> {
  if (state.status === 'closed') return false;
  await storeWorkState(ctx, state.id, { status: 'closed', snoozedUntil: null, returnedAt: null });
  await recordWork(ctx, state, { status: { after: 'closed', snoozedUntil: null } }, rule);
  return true;
}

/** Notifies a person that a conversation is theirs, unless they took it themselves. */
async function notifyAssignee(ctx: ChangeContext, state: WorkState, userId: Buffer): Promise<void> {
  const actorId = ctx.actor?.kind === 'user' ? decodeId(ctx.actor.id) : null;
  if (actorId?.equals(userId)) return;
  const { id: conversationId, contactId } = state;
  await notify(ctx, { userId, kind: 'assigned', conversationId, contactId, actorId, subjectId: null });
}

async function changeUnread(
  ctx: ChangeContext,
  state: WorkState,
  { unread }: ChangeConversation,
): Promise<boolean> {
  if (unread === undefined || state.unreadCount > 0) return false;
  await storeWorkState(ctx, state.id, { unreadCount: 1 });
  return true;
}

/** Returns the person of a change; undefined when it is about none. @throws {AppError} member_not_found */
async function assigneeOf(
  ctx: Context,
  { assigneeId }: ChangeConversation,
): Promise<Buffer | null | undefined> {
  if (assigneeId === undefined || assigneeId === null) return assigneeId;
  const key = tryDecodeId('user', assigneeId);
  if (!key || !(await isMember(ctx, key))) throw new AppError('member_not_found');
  return key;
}

/** Changes the labels; returns those that are new, or null when nothing changes. */
async function changeLabels(
  ctx: ChangeContext,
  state: WorkState,
  change: ChangeConversation,
): Promise<{ added: readonly Buffer[] } | null> {
  const wanted = await addedLabelsOf(ctx, change);
  const removed = labelKeys(change.removeLabels);
  if (change.labels === undefined && wanted.length === 0 && removed.length === 0) return null;
  const has = (ids: readonly Buffer[], id: Buffer) => ids.some((one) => one.equals(id));
  const known = await labelIdsOf(ctx, state.id);
  const unwanted = change.labels === undefined ? removed : known.filter((id) => !has(wanted, id));
  const off = unwanted.filter((id) => has(known, id));
  const on = wanted.filter((id) => !has(known, id));
  if (on.length === 0 && off.length === 0) return null;
  if (known.length + on.length - off.length > CONVERSATION_LABELS_MAX)
    throw new AppError('label_limit_reached');
  if (off.length > 0) await removeLabels(ctx, state.id, off);
  if (on.length > 0) await addLabels(ctx, state, on);
  await storeWorkState(ctx, state.id, {});
  await recordWork(ctx, state, { addedLabels: on, removedLabels: off });
  return { added: on };
}

/** Returns the labels that a change adds. @throws {AppError} label_not_found */
async function addedLabelsOf(ctx: Context, { labels, addLabels }: ChangeConversation): Promise<Buffer[]> {
  const keys = labelKeys(labels ?? addLabels);
  if (keys.length > 0 && (await countLabels(ctx, keys)) < keys.length) throw new AppError('label_not_found');
  return keys;
}

function labelKeys(ids: readonly string[] = []): Buffer[] {
  return [...new Set(ids)].map((id) => {
    const key = tryDecodeId('label', id);
    if (!key) throw new AppError('label_not_found');
    return key;
  });
}

async function lockState(ctx: ChangeContext, id: string): Promise<WorkState> {
  const state = await lockWorkState(ctx, conversationKey(id));
  if (!state) throw new AppError('conversation_not_found');
  return state;
}

async function viewOf(ctx: Context, id: Buffer): Promise<Conversation> {
  const row = await conversationView(ctx, id);
  if (!row) throw new AppError('conversation_not_found');
  return presentConversation(row);
}

/** Records that a conversation has changed, and which labels a person has added, and returns it. */
export async function recordChange(
  ctx: ChangeContext,
  id: Buffer,
  added: readonly Buffer[] = [],
): Promise<Conversation> {
  const conversation = await viewOf(ctx, id);
  const addedLabels = added.map((label) => encodeId('label', label));
  ctx.record('conversation.updated', { conversation, ...(addedLabels.length > 0 && { addedLabels }) });
  return conversation;
}

/** Records that something has changed in a conversation that only members see: programs receive no event. */
export async function recordInternalChange(ctx: ChangeContext, id: Buffer): Promise<Conversation> {
  const conversation = await viewOf(ctx, id);
  ctx.record('conversation.updated', { conversation, isInternal: true });
  return conversation;
}
