import type { ReplayChanges } from '../../../shared/contract/assist/replays.contract.ts';
import {
  REPLAY_CASES_MAX,
  REPLAY_CONVERSATIONS_MAX,
  REPLAY_DAYS,
  REPLAY_WORTH,
  type ReplayResult,
  type ReplayState,
} from '../../../shared/domain/rehearsal/replay.ts';
import { asJson } from '../../db/define-model.ts';
import { type Candidate, historyBefore, learnCandidate } from '../../features/assist/retrieval/index.ts';
import {
  type ChangeContext,
  type Context,
  operatorContext,
  type Resources,
} from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { JobHandler } from '../../kernel/queue/jobs.ts';
import { findRow, updateRow } from '../../kernel/tenancy/rows.ts';
import { changedSet, currentReplies } from './changed-replies.ts';
import {
  casesIn,
  conversationPage,
  countConversations,
  PAGE_MESSAGES_MAX,
  type PastCase,
  type PastConversation,
} from './past-cases.repository.ts';
import { addCases, dropCases, type StoredCase, type StoredReplay } from './replays.repository.ts';

export const REPLAY_JOB = 'replay';
const DAY_MS = 86_400_000;
/** Conversations that are read at once. */
const PAGE = 25;
const FAIL_AFTER_SECONDS = 600;

/** What a replay reads at most: its answered messages, and the messages of a page of conversations. */
interface ReadLimits {
  casesMax?: number;
  messagesMax?: number;
}

/**
 * Returns the job that does a replay. It reads the past, and writes nothing but its own result.
 * @param limits tests pass smaller ones.
 */
export function replayJob(resources: Resources, limits: ReadLimits = {}): JobHandler {
  return {
    kind: REPLAY_JOB,
    failAfterSeconds: FAIL_AFTER_SECONDS,
    run: (scope, payload, isStopping) =>
      runReplay(operatorContext(resources, scope), Buffer.from(payload.id ?? '', 'hex'), {
        limits,
        isStopping,
      }),
    onFailed: async (scope, payload) => {
      const id = Buffer.from(payload.id ?? '', 'hex');
      await inTransaction(operatorContext(resources, scope), (ctx) => endReplay(ctx, id, 'failed'));
    },
  };
}

/** Does a replay from its beginning: one that a server has left undone is done again. */
async function runReplay(
  ctx: Context,
  id: Buffer,
  { limits, isStopping }: { limits: ReadLimits; isStopping: () => boolean },
): Promise<'stopped' | 'ended'> {
  const { casesMax = REPLAY_CASES_MAX, messagesMax = PAGE_MESSAGES_MAX } = limits;
  const since = await begin(ctx, id);
  if (!since) return 'ended';
  const candidates = await learnBoth(ctx, id, since, isStopping);
  if (!candidates) return 'stopped';
  let before: PastConversation | null = null;
  let progress = { read: 0, cases: 0 };
  let isCut = false;
  let hasMore = true;
  while (hasMore && progress.read < REPLAY_CONVERSATIONS_MAX && progress.cases < casesMax) {
    if (isStopping()) return 'stopped';
    const page: PastConversation[] = await conversationPage(ctx, { since, before, limit: PAGE });
    const past = await casesIn(ctx, page, { since, messagesMax });
    const found = past.cases.slice(0, casesMax - progress.cases);
    isCut ||= past.isCut || found.length < past.cases.length;
    const judged: StoredCase[] = [];
    for (const [at, one] of found.entries()) {
      judged.push(judgeBoth(candidates, one, progress.cases + at + 1));
      // Other requests go first.
      await new Promise((resolve) => setImmediate(resolve));
    }
    progress = { read: progress.read + page.length, cases: progress.cases + judged.length };
    if (!(await store(ctx, id, judged, progress.read))) return 'ended';
    before = page.at(-1) ?? null;
    hasMore = page.length === PAGE;
  }
  // It ended at one of its limits: there may be further conversations.
  if (hasMore) hasMore = (await conversationPage(ctx, { since, before, limit: 1 })).length > 0;
  const result = { conversations: progress.read, ...((isCut || hasMore) && { isComplete: 0 }) };
  await inTransaction(ctx, (ctx) => endReplay(ctx, id, 'done', result));
  return 'ended';
}

/** Begins a replay; returns the time from which messages are read, or null when there is nothing to do. */
function begin(ctx: Context, id: Buffer): Promise<Date | null> {
  return inTransaction(ctx, async (ctx) => {
    const row = await lockGoing(ctx, id);
    if (!row) return null;
    const since = new Date(row.createdAt.getTime() - REPLAY_DAYS * DAY_MS);
    await dropCases(ctx, id);
    const conversations = await countConversations(ctx, since);
    await updateRow(ctx, 'replay', id, {
      ...{ state: 'running', conversations: Math.min(conversations, REPLAY_CONVERSATIONS_MAX), readCount: 0 },
      isComplete: conversations <= REPLAY_CONVERSATIONS_MAX ? 1 : 0,
    });
    recordReplay(ctx, id);
    return since;
  });
}

interface Both {
  present: Candidate;
  changed: Candidate;
}

/** Both sets learn from what was answered before the days, so that neither has seen the messages that it is tried with. */
async function learnBoth(
  ctx: Context,
  id: Buffer,
  since: Date,
  isStopping: () => boolean,
): Promise<Both | null> {
  const row = await findRow(ctx, 'replay', { where: { id } });
  const replies = await currentReplies(ctx);
  const history = await historyBefore(ctx, since);
  const changes = asJson<ReplayChanges>(row?.changes ?? '{"added":[],"changed":[],"removed":[]}');
  const present = await learnCandidate(replies, history, since, isStopping);
  const changed = await learnCandidate(changedSet(replies, changes), history, since, isStopping);
  return present && changed && { present, changed };
}

function judgeBoth({ present, changed }: Both, one: PastCase, number: number): StoredCase {
  const [now, then] = [judge(present, one), judge(changed, one)];
  const { contactId, messageId, answerId } = one;
  return {
    ...{ number, contactId, messageId, answerId },
    ...{ present: keysOf(present, now.offered), presentResult: now.result },
    ...{ changed: keysOf(changed, then.offered), changedResult: then.result },
    difference: differenceOf(now.result, then.result),
  };
}

/** What a set would have done for a message. */
interface Judged {
  result: ReplayResult;
  /** The places of the replies that it would have offered. */
  offered: number[];
}

/** Returns what a set of replies would have done for a message that a person answered. */
function judge(
  candidate: Pick<Candidate, 'offer' | 'fit'>,
  { question, answer, savedReplyId }: Pick<PastCase, 'question' | 'answer' | 'savedReplyId'>,
): Judged {
  const offered = candidate.offer(question);
  const fitting = candidate.fit(answer, savedReplyId);
  return { offered, result: resultOf(offered, fitting) };
}

function resultOf(offered: readonly number[], fitting: readonly number[]): ReplayResult {
  if (fitting.length === 0) return offered.length === 0 ? 'quiet' : 'noise';
  if (offered.length === 0) return 'silent';
  return fitting.some((place) => offered.includes(place)) ? 'right' : 'wrong';
}

/** Returns 1 when the second result is better than the first, -1 when it is worse, and 0 otherwise. */
function differenceOf(present: ReplayResult, changed: ReplayResult): -1 | 0 | 1 {
  const gain = REPLAY_WORTH[changed] - REPLAY_WORTH[present];
  return gain > 0 ? 1 : gain < 0 ? -1 : 0;
}

/** Returns how offered replies are stored: by id, or by name when only the changes have them. */
function keysOf({ replies }: Candidate, places: readonly number[]): string[] {
  return places.flatMap((place) => {
    const reply = replies[place];
    if (!reply) return [];
    return [reply.id ? encodeId('savedReply', reply.id) : `+${reply.name}`];
  });
}

/** Stores the messages of a page; returns false when the replay was cancelled or deleted meanwhile. */
function store(ctx: Context, id: Buffer, cases: readonly StoredCase[], read: number): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await lockGoing(ctx, id))) return false;
    await addCases(ctx, id, cases);
    await updateRow(ctx, 'replay', id, { readCount: read });
    recordReplay(ctx, id);
    return true;
  });
}

/** Ends a replay that goes on; returns whether it did. */
export async function endReplay(
  ctx: ChangeContext,
  id: Buffer,
  state: Extract<ReplayState, 'done' | 'canceled' | 'failed'>,
  result: Partial<Pick<StoredReplay, 'conversations' | 'isComplete'>> = {},
): Promise<boolean> {
  if (!(await lockGoing(ctx, id))) return false;
  await updateRow(ctx, 'replay', id, { ...result, state, endedAt: ctx.clock.now() });
  recordReplay(ctx, id);
  return true;
}

/** Returns a replay that waits or runs, with its row locked. */
async function lockGoing(ctx: ChangeContext, id: Buffer): Promise<StoredReplay | null> {
  const row = await findRow(ctx, 'replay', { where: { id }, isLocked: true });
  return row?.state === 'waiting' || row?.state === 'running' ? row : null;
}

/** Records that a replay has changed. */
export function recordReplay(ctx: ChangeContext, id: Buffer): void {
  ctx.record('replay.changed', { id: encodeId('replay', id) });
}
