import { RECIPIENT_STATE } from '../../../db/models/broadcast.model.ts';
import { climbStatus } from '../../../features/messages/index.ts';
import type { ChangeContext, QueryContext } from '../../../kernel/context/context.ts';
import { sendError } from '../../outbound/expire-sends.ts';
import { withdrawSend } from '../../outbound/outbound-sends.repository.ts';
import { recordStatus } from '../../thread-snapshot.ts';
import { type BroadcastPart, lockBroadcastParts, moveRecipients } from './merge-broadcasts.repository.ts';
import { endedBroadcasts, type Row } from './merge-record.repository.ts';
import { hasNumber, type MergeRecord } from './merge-record.ts';

/** Broadcasts in a merge of contacts and its undo (decision 0337): two people who become one get a broadcast once. */

/**
 * Moves what a contact has in broadcasts, and takes those messages off the queue that the person would get twice.
 * @returns their ids, for `recordWithdrawn`.
 */
export async function mergeBroadcasts(
  ctx: ChangeContext,
  move: { sourceId: Buffer; targetId: Buffer },
): Promise<Buffer[]> {
  const parts = await lockBroadcastParts(ctx, [move.sourceId, move.targetId]);
  const isOfTarget = ({ contactId }: BroadcastPart) => contactId.equals(move.targetId);
  const surplus = new Set(grouped(parts, ({ name }) => name).flatMap((rows) => surplusOf(rows, isOfTarget)));
  const rankOf = (part: BroadcastPart) => (surplus.has(part) ? LAST_RANK : rank(part, isOfTarget(part)));
  const replaced = grouped(parts, ({ broadcastId }) => broadcastId.toString('hex')).flatMap((rows) => {
    const [source, target] = [rows.find((row) => !isOfTarget(row)), rows.find(isOfTarget)];
    const isReplaced = source && target && rankOf(source) < rankOf(target);
    return isReplaced ? [target.broadcastId] : [];
  });
  await moveRecipients(ctx, move, replaced);
  const withdrawn: Buffer[] = [];
  for (const { messageId } of surplus)
    if (messageId && (await withdrawSend(ctx, messageId))) withdrawn.push(messageId);
  return withdrawn;
}

/** Fails the messages that were taken off the queue. To be called when the contact is as it is after the merge. */
export async function recordWithdrawn(ctx: ChangeContext, messageIds: readonly Buffer[]): Promise<void> {
  const error = JSON.stringify(sendError('already_reached'));
  for (const id of messageIds)
    if (await climbStatus(ctx, id, 'failed', ctx.clock.now(), error)) await recordStatus(ctx, id, 'failed');
}

const isReached = ({ status }: BroadcastPart) => status !== null && status !== 'failed';

const LAST_RANK = 6;

/**
 * Returns how much the row of one of two people says about both, the least first. An exclusion of the contact that stays is
 * about them; one of the contact that goes, such as one without a number, is not.
 */
function rank(part: BroadcastPart, isOfTarget: boolean): number {
  const { state } = part;
  if (isReached(part)) return 0;
  if (state === RECIPIENT_STATE.excluded) return isOfTarget ? 1 : LAST_RANK - 1;
  if (state === RECIPIENT_STATE.waiting) return 2;
  return state === RECIPIENT_STATE.again ? 3 : 4;
}

/** Returns those whose message waits to be sent although the person has another one for the same name of a broadcast. */
function surplusOf(
  rows: readonly BroadcastPart[],
  isOfTarget: (row: BroadcastPart) => boolean,
): BroadcastPart[] {
  const reached = rows.filter(isReached);
  const own = reached.filter(isOfTarget);
  // Without one of each, the merge changes nothing.
  if (own.length === 0 || own.length === reached.length) return [];
  const isQueued = (row: BroadcastPart) => Number(row.isQueued) === 1;
  const handedOver = reached.find(({ isHandedOver }) => Number(isHandedOver) === 1);
  const kept = reached.find((row) => !isQueued(row)) ?? handedOver ?? own[0];
  return reached.filter((row) => row !== kept && isQueued(row));
}

function grouped(parts: readonly BroadcastPart[], keyOf: (part: BroadcastPart) => string): BroadcastPart[][] {
  const groups = new Map<string, BroadcastPart[]>();
  for (const part of parts) groups.set(keyOf(part), [...(groups.get(keyOf(part)) ?? []), part]);
  return [...groups.values()];
}

/**
 * Returns the recipients of broadcasts that had both contacts in their audience, as they are after the undo of a merge. Nobody
 * waits in a broadcast that has ended, or for a message that was sent to their number since the merge.
 */
export async function recipientsAgain(ctx: QueryContext, record: MergeRecord): Promise<Row[]> {
  const { recipients, before, source, after } = record;
  const ended = await endedBroadcasts(ctx, recipients.filter(isWaiting).flatMap(broadcastOf));
  const open = recipients.filter((row) => !isWaiting(row) || !ended.has(keyOf(row)));
  // Since the merge, messages went to one number. The contact that has it now gets no second one.
  if (!hasNumber(record, after.phone)) return open;
  const reached = await reachedSince(ctx, recipients, before.id);
  return open.map((row) => (isOf(row, source.id) && reached.has(keyOf(row)) ? withoutMessage(row) : row));
}

/** Returns the broadcasts in which the contact that stayed has got a message since the merge. */
async function reachedSince(
  ctx: QueryContext,
  recipients: readonly Row[],
  targetId: Buffer,
): Promise<Set<string>> {
  const before = new Map(
    recipients.filter((row) => isOf(row, targetId)).map((row) => [keyOf(row), row] as const),
  );
  if (before.size === 0) return new Set();
  const reached = (await lockBroadcastParts(ctx, [targetId])).filter(isReached);
  return new Set(
    reached.flatMap(({ broadcastId, messageId }) => {
      const key = broadcastId.toString('hex');
      const row = before.get(key);
      const isSame = Buffer.isBuffer(row?.message_id) && messageId?.equals(row.message_id);
      return row && (!isSame || Number(row.state) === RECIPIENT_STATE.again) ? [key] : [];
    }),
  );
}

/** Returns a row of someone who waits as it is when they get no message: excluded, or failed for good. */
function withoutMessage(row: Row): Row {
  if (Number(row.state) === RECIPIENT_STATE.waiting)
    return { ...row, state: RECIPIENT_STATE.excluded, reason: 'already_reached' };
  return Number(row.state) === RECIPIENT_STATE.again ? { ...row, state: RECIPIENT_STATE.created } : row;
}

const isWaiting = ({ state }: Row) =>
  Number(state) === RECIPIENT_STATE.waiting || Number(state) === RECIPIENT_STATE.again;

const isOf = ({ contact_id: id }: Row, contactId: Buffer) => Buffer.isBuffer(id) && id.equals(contactId);

const broadcastOf = ({ broadcast_id: id }: Row): Buffer[] => (Buffer.isBuffer(id) ? [id] : []);

const keyOf = (row: Row) => broadcastOf(row)[0]?.toString('hex') ?? '';
