import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplayChanges } from '../../../../shared/contract/assist/replays.contract.ts';
import { changeBetweenTexts } from '../../../../shared/domain/assist/edit-distance.ts';
import {
  REPLAY_CONVERSATIONS_MAX,
  REPLAY_DAYS,
  type ReplayState,
} from '../../../../shared/domain/rehearsal/replay.ts';
import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import { asJson } from '../../../db/define-model.ts';
import { type FindReplies, learnFindReplies } from '../../../features/assist/retrieval/index.ts';
import {
  type ChangeContext,
  type Context,
  operatorContext,
  type Resources,
} from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { enqueueJob, type JobHandler } from '../../../kernel/queue/jobs.ts';
import { findRow, updateRow } from '../../../kernel/tenancy/rows.ts';
import type { draftPast, isLoaded, PastDraft } from '../../assist/drafts/past-drafts.ts';
import { changedSet, currentReplies } from '../changed-replies.ts';
import {
  casesIn,
  conversationPage,
  PAGE_MESSAGES_MAX,
  type PastCase,
  type PastConversation,
} from '../past-cases.repository.ts';
import {
  addDraftCases,
  dropDraftCase,
  type NextCase,
  nextDraftCase,
  type StoredDraft,
  type StoredDraftReplay,
  storeDraftCase,
} from './draft-replays.repository.ts';

export const DRAFT_REPLAY_JOB = 'draft_replay';
/** Conversations that are read at once. */
const PAGE = 25;
/** A replay that cannot go on now is looked at again after this time. */
const AGAIN_SECONDS = 5;
/** How often a message is tried that the model does not answer. */
const TRIES = 3;
const TRY_AGAIN_MS = 1_000;
/** How soon a replay that is canceled, or a server that stops, ends the draft that is being written. */
const LOOK_MS = 1_000;

/** What writes the drafts. */
export interface PastDrafts {
  draftPast: typeof draftPast;
  isLoaded: typeof isLoaded;
}

/**
 * Returns the job that writes the drafts of a replay. A server works on one at a time, since a model takes one background
 * request at a time: the others wait in the queue, and not in the places of other jobs.
 * @param pageMessagesMax how many messages of a page of conversations are read; tests pass less.
 */
export function draftReplayJob(
  resources: Resources,
  drafts: PastDrafts,
  pageMessagesMax = PAGE_MESSAGES_MAX,
): JobHandler {
  let isWorking = false;
  return {
    kind: DRAFT_REPLAY_JOB,
    run: async (scope, payload, isStopping) => {
      const ctx = operatorContext(resources, scope);
      const id = Buffer.from(payload.id ?? '', 'hex');
      if (isWorking) return goOnLater(ctx, id);
      isWorking = true;
      try {
        return await runDraftReplay(ctx, id, { drafts, pageMessagesMax, isStopping });
      } catch (error) {
        // An error of the database can quote a statement with a draft: only its code goes into the log and the queue.
        const { code = 'unknown' } = error as { code?: unknown };
        throw new Error(`a replay of drafts was interrupted: ${code}`);
      } finally {
        isWorking = false;
      }
    },
    onFailed: async (scope, payload) => {
      const id = Buffer.from(payload.id ?? '', 'hex');
      await inTransaction(operatorContext(resources, scope), (ctx) => endDraftReplay(ctx, id, 'failed'));
    },
  };
}

type Ended = 'stopped' | 'ended';

/** Writes the drafts that are left: what a server has left undone, the next one does. */
async function runDraftReplay(
  ctx: Context,
  id: Buffer,
  {
    drafts,
    pageMessagesMax,
    isStopping,
  }: { drafts: PastDrafts; pageMessagesMax: number; isStopping: () => boolean },
): Promise<Ended> {
  const row = await begin(ctx, id, pageMessagesMax);
  if (!row) return 'ended';
  if (!(await drafts.isLoaded(ctx, row.model))) return goOnLater(ctx, id);
  const set = changedSet(await currentReplies(ctx), asJson<ReplayChanges>(row.changes));
  const find = await learnFindReplies(ctx, set, sinceOf(row), isStopping);
  if (!find) return 'stopped';
  const abort = new AbortController();
  const timer = setInterval(() => {
    if (isStopping()) return abort.abort();
    isGoing(ctx, id).then(
      (mayGoOn) => mayGoOn || abort.abort(),
      () => undefined,
    );
  }, LOOK_MS);
  try {
    return await writeAll(ctx, row, { drafts, find, signal: abort.signal, isStopping });
  } finally {
    clearInterval(timer);
  }
}

interface Writing {
  drafts: PastDrafts;
  find: FindReplies;
  signal: AbortSignal;
  isStopping: () => boolean;
}

async function writeAll(ctx: Context, { id, model }: StoredDraftReplay, writing: Writing): Promise<Ended> {
  const { isStopping, signal } = writing;
  let after = 0;
  for (let next = await nextDraftCase(ctx, id, after); next; next = await nextDraftCase(ctx, id, after)) {
    if (isStopping()) return 'stopped';
    const draft = await draftCase(ctx, next, { ...writing, model });
    if (signal.aborted || draft.state === 'stopped') return isStopping() ? 'stopped' : 'ended';
    if (draft.state === 'later') return goOnLater(ctx, id);
    if (!(await store(ctx, id, next, draft))) return 'ended';
    after = next.number;
  }
  await inTransaction(ctx, (ctx) => endDraftReplay(ctx, id, 'done'));
  return 'ended';
}

/** Drafts for a message; the model may fail twice before that counts. */
async function draftCase(
  ctx: Context,
  { conversationId, messageId, askedAt }: NextCase,
  { drafts, find, model, signal }: Writing & { model: string },
): Promise<PastDraft> {
  for (let tries = 1; ; tries += 1) {
    const draft = await drafts.draftPast(ctx, {
      conversationId: encodeId('conversation', conversationId),
      message: { id: messageId, createdAt: askedAt },
      model,
      notesFor: (question, limit) =>
        find(question, limit).map(({ name, content }) => ({ kind: 'reply', title: name, text: content })),
      signal,
    });
    if (draft.state !== 'failed' || tries === TRIES || signal.aborted) return draft;
    await sleep(TRY_AGAIN_MS);
  }
}

/** Stores what came of a message; returns false when the replay was canceled or deleted meanwhile. */
function store(ctx: Context, id: Buffer, { number, answer }: NextCase, draft: PastDraft): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await lockGoing(ctx, id))) return false;
    if (draft.state === 'off') await dropDraftCase(ctx, id, number);
    else await storeDraftCase(ctx, id, number, storedOf(draft, answer));
    recordDraftReplay(ctx, id);
    return true;
  });
}

function storedOf(draft: PastDraft, answer: string): StoredDraft {
  switch (draft.state) {
    case 'ready':
      return { result: changeBetweenTexts(draft.text, answer), why: [], text: draft.text };
    case 'withheld':
      return { result: 'withheld', why: [...new Set(draft.findings)], text: null };
    default:
      return { result: 'none', why: [draft.state === 'none' ? draft.reason : 'failed'], text: null };
  }
}

/** Begins a replay: its messages are chosen once. Returns null when there is nothing to do. */
async function begin(ctx: Context, id: Buffer, pageMessagesMax: number): Promise<StoredDraftReplay | null> {
  const row = await findRow(ctx, 'draftReplay', { where: { id } });
  if (row?.state === 'running') return row;
  if (row?.state !== 'waiting') return null;
  const { cases, isComplete } = await chooseCases(ctx, row, pageMessagesMax);
  return inTransaction(ctx, async (ctx) => {
    const now = await lockGoing(ctx, id);
    if (now?.state !== 'waiting') return now;
    await addDraftCases(ctx, id, cases);
    await updateRow(ctx, 'draftReplay', id, { state: 'running', isComplete: isComplete ? 1 : 0 });
    recordDraftReplay(ctx, id);
    return { ...now, state: 'running' };
  });
}

/** Returns the answered messages of the days, those of the newest conversations first, and whether these are all. */
async function chooseCases(
  ctx: Context,
  row: StoredDraftReplay,
  pageMessagesMax: number,
): Promise<{ cases: PastCase[]; isComplete: boolean }> {
  const since = sinceOf(row);
  const cases: PastCase[] = [];
  let isCut = false;
  let before: PastConversation | null = null;
  for (let read = 0; read < REPLAY_CONVERSATIONS_MAX; read += PAGE) {
    const page: PastConversation[] = await conversationPage(ctx, { since, before, limit: PAGE });
    const past = await casesIn(ctx, page, { since, messagesMax: pageMessagesMax });
    cases.push(...past.cases);
    isCut ||= past.isCut;
    if (cases.length > row.messagesMax) return { cases: cases.slice(0, row.messagesMax), isComplete: false };
    before = page.at(-1) ?? null;
    if (page.length < PAGE) return { cases, isComplete: !isCut };
  }
  const further = await conversationPage(ctx, { since, before, limit: 1 });
  return { cases, isComplete: !isCut && further.length === 0 };
}

const sinceOf = ({ createdAt }: StoredDraftReplay) => new Date(createdAt.getTime() - REPLAY_DAYS * DAY_MS);

/** Puts the job back into the queue for some seconds. */
async function goOnLater(ctx: Context, id: Buffer): Promise<'ended'> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await lockGoing(ctx, id))) return;
    const job = { id: id.toString('hex') };
    await enqueueJob(ctx.db, ctx.scope, ctx.tx, DRAFT_REPLAY_JOB, job, { waitSeconds: AGAIN_SECONDS });
  });
  return 'ended';
}

/** Ends a replay that goes on; returns whether it did. */
export async function endDraftReplay(
  ctx: ChangeContext,
  id: Buffer,
  state: Extract<ReplayState, 'done' | 'canceled' | 'failed'>,
): Promise<boolean> {
  if (!(await lockGoing(ctx, id))) return false;
  await updateRow(ctx, 'draftReplay', id, { state, endedAt: ctx.clock.now() });
  recordDraftReplay(ctx, id);
  return true;
}

async function isGoing(ctx: Context, id: Buffer): Promise<boolean> {
  const row = await findRow(ctx, 'draftReplay', { columns: ['endedAt'], where: { id } });
  return row !== null && row.endedAt === null;
}

/** Returns a replay that waits or runs, with its row locked. */
async function lockGoing(ctx: ChangeContext, id: Buffer): Promise<StoredDraftReplay | null> {
  const row = await findRow(ctx, 'draftReplay', { where: { id }, isLocked: true });
  return row?.state === 'waiting' || row?.state === 'running' ? row : null;
}

/** Records that a replay has changed. */
export function recordDraftReplay(ctx: ChangeContext, id: Buffer): void {
  ctx.record('draft_replay.changed', { id: encodeId('draftReplay', id) });
}
