import { isDeepStrictEqual } from 'node:util';
import type { ConversationRow } from '../../../db/models/conversation.model.ts';
import { labelIdsOf, removeLabels, storeWorkState } from '../../../features/conversations/index.ts';
import type { ChangeContext } from '../../../kernel/context/context.ts';
import { newKey, timeOfKey } from '../../../kernel/ids.ts';
import { deleteRows, findRows, updateRows } from '../../../kernel/tenancy/rows.ts';
import {
  dropFigures,
  lockConversations,
  moveConversation,
  moveMessages,
  moveTeamwork,
  raiseConversationSeq,
} from './merge-contacts.repository.ts';
import {
  conversationRow,
  type Field,
  type LaterMessage,
  lastMessageOf,
  messagesSince,
  type Row,
  restoreRows,
  returnRows,
  unassignDeparted,
} from './merge-record.repository.ts';
import type { MergeRecord } from './merge-record.ts';

/** Makes two conversations of one again, as far as what the merge moved is concerned (decision 0309). */

/** The conversations of both contacts; null for a contact without one. */
interface Split {
  source: Buffer | null;
  target: Buffer | null;
}

/**
 * Gives a contact its conversation back, with what the merge moved. A conversation that was moved as it is goes back
 * with all that came since; of two that were joined, what came since stays.
 */
export async function splitConversations(
  ctx: ChangeContext,
  record: MergeRecord,
  { takesPhone }: { takesPhone: boolean },
): Promise<Split> {
  const { mergeId, conversations } = record;
  const [sourceId, targetId] = [record.source.id, record.before.id];
  const [joint] = await lockConversations(ctx, [targetId]);
  if (conversations === 'none' || !joint) {
    await returnRows(ctx, { mergeId, sourceId, targetId, conversationId: null });
    return { source: null, target: joint?.id ?? null };
  }
  if (conversations === 'moved') {
    const back = { sourceId: targetId, targetId: sourceId, conversationId: joint.id };
    await moveConversation(ctx, back);
    await moveMessages(ctx, back);
    await moveTeamwork(ctx, back);
    await returnRows(ctx, { mergeId, sourceId, targetId, conversationId: joint.id });
    await storeWorkState(ctx, joint.id, { lastInboundAt: windowOf(record, joint, takesPhone) });
    return { source: joint.id, target: null };
  }
  return separate(ctx, record, joint, takesPhone);
}

type Joint = Awaited<ReturnType<typeof lockConversations>>[number];

/** Returns since when the number that goes back has the reply window: what the customer wrote from it opens it there. */
function windowOf({ sourceRows }: MergeRecord, joint: Joint, takesPhone: boolean): Date | null {
  return takesPhone ? joint.lastInboundAt : time(rowOf(sourceRows.conversations).last_inbound_at);
}

async function separate(
  ctx: ChangeContext,
  record: MergeRecord,
  joint: Joint,
  takesPhone: boolean,
): Promise<Split> {
  const { mergeId, sourceRows, beforeRows, afterRows } = record;
  const [sourceId, targetId] = [record.source.id, record.before.id];
  const own = rowOf(sourceRows.conversations);
  const [before, after] = [rowOf(beforeRows.conversations), rowOf(afterRows.conversations)];
  const conversationId = bytes(own.id);
  await restoreRows(ctx, 'conversations', [own]);
  const moved = await returnRows(ctx, { mergeId, sourceId, targetId, conversationId });
  const numbers = (row: Row, name: string) => Number(row[name] ?? 0);
  // Fewer: some were deleted since, such as scheduled ones that were canceled.
  const messages = numbers(own, 'message_count') - (record.messages - moved);
  // Fewer than there were: a member has read the conversation since.
  const isRead = joint.unreadCount < numbers(after, 'unread_count');
  const unread = isRead ? 0 : numbers(own, 'unread_count');
  const failed = Math.min(numbers(own, 'failed_count'), joint.failedCount);
  const lastInboundAt = windowOf(record, joint, takesPhone);
  const ownSince = await messagesSince(ctx, sourceId, { mergeId, mergedAt: timeOfKey(mergeId) });
  await storeWorkState(ctx, conversationId, {
    ...{ messageCount: messages, unreadCount: unread, failedCount: failed, lastInboundAt },
    ...workAfter(workOf(own), ownSince),
    lastMessageId: await lastOf(ctx, sourceId, own.last_message_id),
  });
  await raiseConversationSeq(ctx, conversationId, joint.webhookSeq);

  const current = await conversationRow(ctx, joint.id);
  const isSame = (...columns: string[]) =>
    columns.every((name) => isDeepStrictEqual(after[name], current[name]));
  // Nobody waits in a conversation for what a blocked customer wrote.
  const since = (await messagesSince(ctx, targetId, { mergeId, mergedAt: timeOfKey(mergeId) })).filter(
    ({ direction }) => direction === 'outbound' || record.after.isBlocked === 0,
  );
  const work = workAfter(workOf(before), since);
  const isAsAfter = isSame('status', 'snoozed_until', 'returned_at', 'waiting_since', 'first_response_at');
  await storeWorkState(ctx, joint.id, {
    messageCount: Math.max(0, joint.messageCount - messages),
    unreadCount: Math.max(0, joint.unreadCount - unread),
    failedCount: joint.failedCount - failed,
    lastMessageId: await lastOf(
      ctx,
      targetId,
      isSame('last_message_id') ? before.last_message_id : current.last_message_id,
    ),
    ...(isSame('last_message_at') && { lastMessageAt: time(before.last_message_at) }),
    ...(isSame('last_activity_at') && {
      lastActivityAt: time(before.last_activity_at) ?? joint.lastActivityAt,
    }),
    ...(takesPhone || isSame('last_inbound_at') ? { lastInboundAt: time(before.last_inbound_at) } : {}),
    ...(isSame('assignee_id') && { assigneeId: bytesOrNull(before.assignee_id) }),
    ...(isAsAfter ? work : { waitingSince: waitOf(work, time(current.waiting_since), timeOfKey(mergeId)) }),
  });
  await unassignDeparted(ctx, [conversationId, joint.id]);
  await returnTeamwork(ctx, record, { conversationId, jointId: joint.id });
  // That it is closed again is no resolution, and what the insights know of it is what they knew before.
  if (isAsAfter && work.status === 'closed') {
    await dropFigures(ctx, joint.id);
    await restoreRows(ctx, 'insight_conversations', beforeRows.insight_conversations);
  }
  return { source: conversationId, target: joint.id };
}

type Work = Pick<
  ConversationRow,
  'status' | 'snoozedUntil' | 'returnedAt' | 'waitingSince' | 'firstResponseAt'
>;

function workOf(row: Row): Work {
  return {
    status: row.status as ConversationRow['status'],
    snoozedUntil: time(row.snoozed_until),
    returnedAt: time(row.returned_at),
    waitingSince: time(row.waiting_since),
    firstResponseAt: time(row.first_response_at),
  };
}

/** Returns the work state of a conversation after messages, as it is when they come (`appendToConversation`). */
function workAfter(before: Work, messages: readonly LaterMessage[]): Work {
  let work = before;
  for (const { direction, createdAt, isBroadcast, origin } of messages) {
    const { status, waitingSince, firstResponseAt } = work;
    if (direction === 'inbound')
      work = {
        ...{ status: 'open', snoozedUntil: null, returnedAt: null },
        waitingSince: status === 'closed' ? createdAt : (waitingSince ?? createdAt),
        firstResponseAt: status === 'closed' ? null : firstResponseAt,
      };
    else if (Number(isBroadcast) === 0 && origin !== 'automation')
      work = {
        ...{ ...work, returnedAt: null, waitingSince: null },
        firstResponseAt:
          waitingSince === null || origin === 'consent' ? firstResponseAt : (firstResponseAt ?? createdAt),
      };
  }
  return work;
}

/** Returns since when the other customer waits; a wait that began since the merge, after a closing, is theirs. */
function waitOf({ waitingSince }: Work, current: Date | null, mergedAt: Date): Date | null {
  return waitingSince && current && current > mergedAt && current > waitingSince ? current : waitingSince;
}

/** Returns the last message of a contact: this one if it is still there, else the newest. */
async function lastOf(ctx: ChangeContext, contactId: Buffer, id: Field): Promise<Buffer | null> {
  return lastMessageOf(ctx, contactId, Buffer.isBuffer(id) ? id : null);
}

interface Places {
  conversationId: Buffer;
  jointId: Buffer;
}

/** Gives back the labels, drafts, mentions and figures of the conversation, as far as nobody has changed them since. */
async function returnTeamwork(ctx: ChangeContext, record: MergeRecord, places: Places): Promise<void> {
  const { sourceRows, beforeRows, afterRows } = record;
  const had = new Set(beforeRows.conversation_labels.map(({ label_id: id }) => hex(id)));
  const added = afterRows.conversation_labels.flatMap(({ label_id: id }) =>
    had.has(hex(id)) ? [] : [hex(id)],
  );
  const now = await labelIdsOf(ctx, places.jointId);
  await removeLabels(
    ctx,
    places.jointId,
    now.filter((id) => added.includes(hex(id))),
  );
  for (const table of ['conversation_labels', 'insight_conversations'] as const)
    await restoreRows(ctx, table, sourceRows[table]);
  await returnDrafts(ctx, record, places.jointId);
  await returnMentions(ctx, record, places.jointId);
}

/** A draft that its member has changed or sent since is left as it is. */
async function returnDrafts(ctx: ChangeContext, record: MergeRecord, conversationId: Buffer): Promise<void> {
  const { sourceRows, beforeRows, afterRows } = record;
  const ofMember = (rows: readonly Row[], userId: Field) =>
    rows.find((row) => hex(row.user_id) === hex(userId));
  for (const draft of sourceRows.drafts) {
    const userId = bytes(draft.user_id);
    const joined = ofMember(afterRows.drafts, userId);
    // Cleared while the merge ran.
    if (!joined) continue;
    const old = ofMember(beforeRows.drafts, userId);
    const change = { revision: newKey(), updatedAt: ctx.clock.now() };
    const place = { userId, conversationId, revision: bytes(joined.revision) };
    const isSame = old
      ? await updateRows(ctx, 'draft', place, {
          ...{ reply: String(old.reply), note: String(old.note) },
          ...{ template: String(old.template), quote: String(old.quote), ...change },
        })
      : await deleteRows(ctx, 'draft', place);
    if (isSame > 0) await restoreRows(ctx, 'drafts', [{ ...draft, revision: newKey() }]);
  }
}

/** A mention that its member has seen since stays seen. */
async function returnMentions(
  ctx: ChangeContext,
  { sourceRows, beforeRows }: MergeRecord,
  conversationId: Buffer,
): Promise<void> {
  const unseen = new Set(
    (await findRows(ctx, 'unreadMention', { where: { conversationId } })).map(({ userId }) => hex(userId)),
  );
  for (const mention of sourceRows.unread_mentions) {
    if (!unseen.has(hex(mention.user_id))) continue;
    await restoreRows(ctx, 'unread_mentions', [mention]);
    const isOwn = beforeRows.unread_mentions.some(({ user_id: id }) => hex(id) === hex(mention.user_id));
    if (!isOwn) await deleteRows(ctx, 'unreadMention', { conversationId, userId: bytes(mention.user_id) });
  }
}

function rowOf(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('the record of a merge has no conversation');
  return row;
}

function bytes(value: Field): Buffer {
  if (!Buffer.isBuffer(value)) throw new Error('the record of a merge has no id where one is expected');
  return value;
}

function bytesOrNull(value: Field): Buffer | null {
  return Buffer.isBuffer(value) ? value : null;
}

function time(value: Field): Date | null {
  return value instanceof Date ? value : null;
}

function hex(value: Field): string {
  return Buffer.isBuffer(value) ? value.toString('hex') : '';
}
