import type {
  ComparedCase,
  DraftReplay,
  DraftReplayCase,
  ReplayedDraft,
} from '../../../../shared/contract/assist/draft-replays.contract.ts';
import type { ReplayChanges } from '../../../../shared/contract/assist/replays.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import {
  type ComparisonFilter,
  DRAFT_REPLAYS_KEPT_MAX,
  type DraftFilter,
  type DraftReplayObstacle,
  type DraftResult,
} from '../../../../shared/domain/rehearsal/draft-replay.ts';
import { asJson } from '../../../db/define-model.ts';
import { featureOff } from '../../../features/assist/index.ts';
import type { ChangeContext, Context, QueryContext } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { encodeId, newKey, tryDecodeId } from '../../../kernel/ids.ts';
import { enqueueJob } from '../../../kernel/queue/jobs.ts';
import { countRows, deleteRow, findRow, findRows, insertRow } from '../../../kernel/tenancy/rows.ts';
import type { draftModel, isLoaded } from '../../assist/drafts/past-drafts.ts';
import { requireReplies } from '../changed-replies.ts';
import {
  comparedCounts,
  comparedPage,
  type DraftCounts,
  draftCasePage,
  draftCountsOf,
  type PastCaseView,
  type ResultCounts,
  type StoredDraftReplay,
  whyOf,
} from './draft-replays.repository.ts';
import { DRAFT_REPLAY_JOB, endDraftReplay, recordDraftReplay } from './run-draft-replay.ts';

/** What is known about the model that is loaded. */
export interface ModelParts {
  draftModel: typeof draftModel;
  isLoaded: typeof isLoaded;
}

/** Returns the replays of drafts of the workspace, the newest first, and whether another one could be started. */
export async function listDraftReplays(
  ctx: Context,
  model: ModelParts,
): Promise<{ obstacle: DraftReplayObstacle | null; model: string | null; data: DraftReplay[] }> {
  const rows = await findRows(ctx, 'draftReplay', {
    order: [['createdAt', 'DESC']],
    limit: DRAFT_REPLAYS_KEPT_MAX,
  });
  return { ...(await model.draftModel(ctx)), data: await presentReplays(ctx, rows, model) };
}

/** Returns a replay of drafts. @throws {AppError} replay_not_found */
export async function getDraftReplay(ctx: Context, id: string, model: ModelParts): Promise<DraftReplay> {
  return presentOne(ctx, await findReplay(ctx, id), model);
}

/**
 * Starts a replay of drafts of the last 30 days with the model that is loaded. The oldest ones are deleted when there are too
 * many.
 * @throws {AppError} saved_reply_not_found; replay_running; forbidden when drafts are off or not offered;
 *   model_not_changeable when no model is loaded.
 */
export async function startDraftReplay(
  ctx: Context,
  { changes, messages }: { changes: ReplayChanges; messages: number },
  { wakeJobs, ...parts }: ModelParts & { wakeJobs: () => void },
): Promise<DraftReplay> {
  await requireReplies(ctx, changes);
  const { model, obstacle } = await parts.draftModel(ctx);
  if (model === null || obstacle !== null) throw refusalOf(obstacle ?? 'no_model');
  const row = await inTransaction(ctx, async (ctx) => {
    const { db, scope, tx } = ctx;
    const row: StoredDraftReplay = {
      ...{
        id: newKey(),
        model: model.slice(0, 255),
        changes: JSON.stringify(changes),
        messagesMax: messages,
      },
      ...{ state: 'waiting', isComplete: 1, createdAt: ctx.clock.now(), endedAt: null },
    };
    await insertRow(ctx, 'draftReplay', row);
    const kept = await findRows(ctx, 'draftReplay', {
      columns: ['id'],
      order: [['createdAt', 'DESC']],
      limit: 100,
    });
    for (const { id } of kept.slice(DRAFT_REPLAYS_KEPT_MAX)) await deleteRow(ctx, 'draftReplay', id);
    // At the end, where two that are started at the same time see each other.
    ctx.atEnd(async () => {
      if ((await countRows(ctx, 'draftReplay', { state: ['waiting', 'running'] })) > 1)
        throw new AppError('replay_running');
    });
    await enqueueJob(db, scope, tx, DRAFT_REPLAY_JOB, { id: row.id.toString('hex') });
    await audit(ctx, row.id, 'replay.drafts_started');
    recordDraftReplay(ctx, row.id);
    return row;
  });
  wakeJobs();
  return presentOne(ctx, row, parts);
}

function refusalOf(obstacle: DraftReplayObstacle): AppError {
  switch (obstacle) {
    case 'off':
      return featureOff();
    case 'not_offered':
      return new AppError('forbidden', {
        message:
          'This feature is not offered with the model that is loaded. The Model page shows what was measured.',
      });
    case 'no_model':
      return new AppError('model_not_changeable', {
        message: 'No model is loaded. Choose one on the Model page first.',
      });
  }
}

/** Cancels a replay of drafts; what it has found so far stays. One that has ended stays as it is. @throws {AppError} replay_not_found */
export async function cancelDraftReplay(ctx: Context, id: string, model: ModelParts): Promise<DraftReplay> {
  const { id: key } = await findReplay(ctx, id);
  await inTransaction(ctx, async (ctx) => {
    if (await endDraftReplay(ctx, key, 'canceled')) await audit(ctx, key, 'replay.drafts_canceled');
  });
  return getDraftReplay(ctx, id, model);
}

interface PageQuery<Filter> {
  show: Filter;
  limit: number;
  cursor?: string | undefined;
}

/** Returns a page of the messages of a replay, with their drafts. @throws {AppError} replay_not_found */
export async function listDraftCases(
  ctx: Context,
  id: string,
  { show, limit, cursor }: PageQuery<DraftFilter>,
): Promise<{ data: DraftReplayCase[]; nextCursor: string | null }> {
  const { id: key } = await findReplay(ctx, id);
  const place = ['draft-replay-cases', ctx.scope.tenantId, id, show];
  const rows = await draftCasePage(ctx, key, { show, after: placeIn(ctx, place, cursor), limit: limit + 1 });
  return pageOf(ctx, { place, limit, rows }, (row) => ({ ...presentCase(row), draft: presentDraft(row) }));
}

/**
 * Compares two replays that have ended on the messages that both have.
 * @throws {AppError} replay_not_found; replay_running when one of them goes on.
 */
export async function compareDraftReplays(
  ctx: Context,
  { id, otherId }: { id: string; otherId: string },
  { show, limit, cursor }: PageQuery<ComparisonFilter>,
): Promise<{
  messages: number;
  first: ResultCounts;
  second: ResultCounts;
  data: ComparedCase[];
  nextCursor: string | null;
}> {
  const [one, other] = [await findReplay(ctx, id), await findReplay(ctx, otherId)];
  if (one.endedAt === null || other.endedAt === null) throw new AppError('replay_running');
  const place = ['draft-replay-comparison', ctx.scope.tenantId, id, otherId, show];
  const keys = { id: one.id, otherId: other.id };
  const rows = await comparedPage(ctx, keys, { show, after: placeIn(ctx, place, cursor), limit: limit + 1 });
  return {
    ...(await comparedCounts(ctx, one.id, other.id)),
    ...pageOf(ctx, { place, limit, rows }, (row) => ({
      ...presentCase(row),
      first: presentDraft(row),
      second: presentDraft({ result: row.otherResult, why: row.otherWhy, text: row.otherText }),
    })),
  };
}

function placeIn(ctx: Context, place: readonly string[], cursor: string | undefined): number {
  const [after] = cursor ? ctx.cursors.read(place, cursor) : [];
  return Number(after ?? 0);
}

/** Returns a page of rows, of which one more was read. */
function pageOf<Row extends { number: number }, Item>(
  ctx: Context,
  { place, limit, rows }: { place: readonly string[]; limit: number; rows: readonly Row[] },
  present: (row: Row) => Item,
): { data: Item[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(present),
    nextCursor: rows.length > limit && last ? ctx.cursors.write(place, [String(last.number)]) : null,
  };
}

async function findReplay(ctx: QueryContext, id: string): Promise<StoredDraftReplay> {
  const key = tryDecodeId('draftReplay', id);
  const row = key && (await findRow(ctx, 'draftReplay', { where: { id: key } }));
  if (!row) throw new AppError('replay_not_found');
  return row;
}

async function presentOne(ctx: Context, row: StoredDraftReplay, model: ModelParts): Promise<DraftReplay> {
  const [one] = await presentReplays(ctx, [row], model);
  if (!one) throw new Error('a replay was not presented');
  return one;
}

async function presentReplays(
  ctx: Context,
  rows: readonly StoredDraftReplay[],
  { isLoaded }: ModelParts,
): Promise<DraftReplay[]> {
  const counts = await draftCountsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  const presented: DraftReplay[] = [];
  for (const row of rows) {
    const found = counts.get(row.id.toString('hex'));
    if (!found) throw new Error('the counts of a replay are missing');
    const isModelAway = row.endedAt === null && !(await isLoaded(ctx, row.model));
    presented.push(presentReplay(row, found, isModelAway));
  }
  return presented;
}

function presentReplay(
  { id, state, model, changes, isComplete, createdAt, endedAt }: StoredDraftReplay,
  counts: DraftCounts,
  isModelAway: boolean,
): DraftReplay {
  return {
    id: encodeId('draftReplay', id),
    ...{ state, model, isModelAway, changes: asJson<ReplayChanges>(changes), ...counts },
    isComplete: isComplete === 1,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

function presentCase(row: PastCaseView): Omit<DraftReplayCase, 'draft'> {
  const { number, conversationId, contactName, messageId, question, answer, createdAt } = row;
  return {
    number,
    conversationId: encodeId('conversation', conversationId),
    messageId: encodeId('message', messageId),
    ...{ contactName, question, answer, at: createdAt.toISOString() },
  };
}

function presentDraft({
  result,
  why,
  text,
}: {
  result: DraftResult;
  why: string;
  text: string | null;
}): ReplayedDraft {
  return { result, text, ...whyOf(result, why) };
}

function audit(
  ctx: ChangeContext,
  key: Buffer,
  action: `replay.drafts_${'started' | 'canceled'}`,
): Promise<void> {
  const id = encodeId('draftReplay', key);
  return ctx.audit({ action, target: { kind: 'replay', id, label: id } });
}
