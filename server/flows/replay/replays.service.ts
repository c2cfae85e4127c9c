import type { Replay, ReplayCase, ReplayChanges } from '../../../shared/contract/assist/replays.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { REPLAYS_KEPT_MAX, type ReplayFilter } from '../../../shared/domain/rehearsal/replay.ts';
import { asJson } from '../../db/define-model.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { enqueueJob } from '../../kernel/queue/jobs.ts';
import { countRows, deleteRow, findRow, findRows, insertRow } from '../../kernel/tenancy/rows.ts';
import { requireReplies } from './changed-replies.ts';
import {
  type CaseView,
  casePage,
  countsOf,
  type ReplayCounts,
  type StoredReplay,
} from './replays.repository.ts';
import { endReplay, REPLAY_JOB, recordReplay } from './run-replay.ts';

/** Returns the replays of the workspace, the newest first. */
export async function listReplays(ctx: Context): Promise<{ data: Replay[] }> {
  const rows = await findRows(ctx, 'replay', { order: [['createdAt', 'DESC']], limit: REPLAYS_KEPT_MAX });
  const counts = await countsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return { data: rows.map((row) => presentReplay(row, counts)) };
}

/** Returns a replay. @throws {AppError} replay_not_found */
export async function getReplay(ctx: Context, id: string): Promise<Replay> {
  const row = await findReplay(ctx, id);
  return presentReplay(row, await countsOf(ctx, [row.id]));
}

/**
 * Starts a replay of the last 30 days. The oldest ones are deleted when there are too many.
 * @throws {AppError} replay_running; saved_reply_not_found
 */
export async function startReplay(
  ctx: Context,
  changes: ReplayChanges,
  wakeJobs: () => void,
): Promise<Replay> {
  await requireReplies(ctx, changes);
  const row = await inTransaction(ctx, async (ctx) => {
    const { db, scope, tx } = ctx;
    const now = ctx.clock.now();
    const row: StoredReplay = {
      ...{ id: newKey(), changes: JSON.stringify(changes), state: 'waiting', createdAt: now, endedAt: null },
      ...{ conversations: 0, readCount: 0, isComplete: 1 },
    };
    await insertRow(ctx, 'replay', row);
    const kept = await findRows(ctx, 'replay', {
      columns: ['id'],
      order: [['createdAt', 'DESC']],
      limit: 100,
    });
    for (const { id } of kept.slice(REPLAYS_KEPT_MAX)) await deleteRow(ctx, 'replay', id);
    // At the end, where two that are started at the same time see each other.
    ctx.atEnd(async () => {
      if ((await countRows(ctx, 'replay', { state: ['waiting', 'running'] })) > 1)
        throw new AppError('replay_running');
    });
    await enqueueJob(db, scope, tx, REPLAY_JOB, { id: row.id.toString('hex') });
    await audit(ctx, row.id, 'replay.started');
    recordReplay(ctx, row.id);
    return row;
  });
  wakeJobs();
  return presentReplay(row, await countsOf(ctx, [row.id]));
}

/** Cancels a replay; what it has found so far stays. One that has ended stays as it is. @throws {AppError} replay_not_found */
export async function cancelReplay(ctx: Context, id: string): Promise<Replay> {
  const { id: key } = await findReplay(ctx, id);
  await inTransaction(ctx, async (ctx) => {
    if (await endReplay(ctx, key, 'canceled')) await audit(ctx, key, 'replay.canceled');
  });
  return getReplay(ctx, id);
}

/** Returns a page of the messages of a replay, the newest conversations first. @throws {AppError} replay_not_found */
export async function listCases(
  ctx: Context,
  id: string,
  { show, limit, cursor }: { show: ReplayFilter; limit: number; cursor?: string | undefined },
): Promise<{ data: ReplayCase[]; nextCursor: string | null }> {
  const { id: key, changes } = await findReplay(ctx, id);
  const place = ['replay-cases', ctx.scope.tenantId, id, show];
  const [after] = cursor ? ctx.cursors.read(place, cursor) : [];
  const rows = await casePage(ctx, key, { show, after: Number(after ?? 0), limit: limit + 1 });
  const page = rows.slice(0, limit);
  const names = await namesOf(ctx, page, asJson<ReplayChanges>(changes));
  const last = page.at(-1);
  return {
    data: page.map((row) => presentCase(row, names)),
    nextCursor: rows.length > limit && last ? ctx.cursors.write(place, [String(last.number)]) : null,
  };
}

async function findReplay(ctx: QueryContext, id: string): Promise<StoredReplay> {
  const key = tryDecodeId('replay', id);
  const row = key && (await findRow(ctx, 'replay', { where: { id: key } }));
  if (!row) throw new AppError('replay_not_found');
  return row;
}

function presentReplay(row: StoredReplay, counts: ReadonlyMap<string, ReplayCounts>): Replay {
  const { id, changes, state, conversations, readCount, isComplete, createdAt, endedAt } = row;
  const found = counts.get(id.toString('hex'));
  if (!found) throw new Error('the counts of a replay are missing');
  return {
    id: encodeId('replay', id),
    ...{ state, changes: asJson<ReplayChanges>(changes), conversations, read: readCount, ...found },
    isComplete: isComplete === 1,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

type Names = ReadonlyMap<string, string>;

/** Returns the names of the saved replies that some messages would have been offered, by their ids. */
async function namesOf(
  ctx: QueryContext,
  rows: readonly CaseView[],
  { added }: ReplayChanges,
): Promise<Names> {
  const keys = new Set(
    rows.flatMap(({ present, changed }) => [...asJson<string[]>(present), ...asJson<string[]>(changed)]),
  );
  const ids = [...keys].flatMap((key) => tryDecodeId('savedReply', key) ?? []);
  const replies =
    ids.length === 0
      ? []
      : await findRows(ctx, 'savedReply', { columns: ['id', 'name'], where: { id: ids } });
  return new Map([
    ...replies.map(({ id, name }) => [encodeId('savedReply', id), name] as const),
    ...added.map(({ name }) => [`+${name}`, name] as const),
  ]);
}

function presentCase(row: CaseView, names: Names): ReplayCase {
  const { number, conversationId, contactName, messageId, question, answer, createdAt } = row;
  const offered = (keys: unknown) =>
    asJson<string[]>(keys).map((key) => ({
      savedReplyId: key.startsWith('+') ? null : key,
      name: names.get(key) ?? null,
    }));
  return {
    number,
    conversationId: encodeId('conversation', conversationId),
    ...{ contactName, question, answer, at: createdAt.toISOString() },
    messageId: encodeId('message', messageId),
    present: { result: row.presentResult, offered: offered(row.present) },
    changed: { result: row.changedResult, offered: offered(row.changed) },
  };
}

function audit(ctx: ChangeContext, key: Buffer, action: `replay.${'started' | 'canceled'}`): Promise<void> {
  const id = encodeId('replay', key);
  return ctx.audit({ action, target: { kind: 'replay', id, label: id } });
}
