import type { PlatformNumber } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { BROADCAST_FAILING_MS } from '../../../shared/domain/templates/broadcasts.ts';
import { isSendable } from '../../../shared/domain/templates/template-status.ts';
import { isOutage } from '../../db/database-errors.ts';
import { asJson } from '../../db/define-model.ts';
import type { BroadcastRow } from '../../db/models/broadcast.model.ts';
import {
  broadcastsIn,
  changeBroadcast,
  countPending,
  endedSince,
  tenantsWithBroadcasts,
  type WaitingRecipient,
} from '../../features/broadcasts/index.ts';
import { connectedNumber, isConnected } from '../../features/channel/index.ts';
import { findTemplateByName } from '../../features/templates/index.ts';
import { type Context, operatorContext, type Resources } from '../../kernel/context/context.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { RightOfWay } from '../../kernel/queue/right-of-way.ts';
import { createRounds } from '../../kernel/queue/rounds.ts';
import type { Worker } from '../../kernel/queue/worker.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { noteChange, noteWait, pauseFor, storeCounts, type Wait } from './broadcast-progress.ts';
import { createMessage } from './create-messages.ts';
import { begin, expand } from './expand-audience.ts';
import { createSlowPace, isQualityLow, isQualityWeak, roomOfNumber, type SlowPace } from './number-limit.ts';
import { duePeople } from './recipient-times.ts';

const EVERY_MS = 500;
/** Messages of one broadcast that may wait for the platform: seconds of sending, so that a pause takes effect soon. */
const QUEUED_AHEAD = 100;
/** Messages of a broadcast that are created at the same time, each in its own transaction. */
const CREATED_AT_ONCE = 4;
/** Failures of one round that are logged. */
const LOGGED = 10;
/** Broadcasts of one workspace that are worked on in one round. */
const AT_ONCE = 20;
/** How often one that waits for a time is looked at before that time: its audience or the limit may have changed. */
const LOOKED_EVERY_MS = 15_000;
/** How often the counts are stored, unless counting takes long. */
const COUNTED_EVERY_MS = 1_500;
const COUNTING_SHARE = 10;
/** Reports and replies go on after a broadcast has ended. */
const FOLLOWED_MS = 3 * 86_400_000;
const FOLLOWED_EVERY_MS = 60_000;
/** Most reports come in the first seconds after the last message. */
const RECOUNTED_AFTER_MS = [2_000, 5_000, 10_000, 20_000, 40_000];
/** Failures further apart have nothing to do with each other: it was paused meanwhile, for example. */
const FAILURES_APART_MS = 60_000;

interface Parts {
  rightOfWay: RightOfWay;
  wakeSender(): void;
  expiryHours: number;
  /** Called when a broadcast has failed for so long that it is paused. */
  noteFailed(): void;
}

type Working = Parts & { pace: SlowPace };

/**
 * Creates the worker that turns the people of broadcasts into messages, a few seconds of sending ahead (decision 0298).
 * Any number of servers may run it.
 */
export function createBroadcastWorker(given: Resources, parts: Parts): Worker {
  const resources = { ...given, db: given.db.withShare('broadcasts', parts.rightOfWay.yield) };
  const countAt = new Map<string, number>();
  const pace = createSlowPace();
  /** Broadcasts in which nobody is due and nothing waits for the platform: for hours, only reports change their counts. */
  const idle = new Set<string>();
  /** Since when broadcasts have failed in each of their rounds, when they did so last, and their counts then. */
  const failing = new Map<string, { since: number; at: number; counts: string }>();
  /** Of workspaces with more broadcasts than one round works on: the last one that had its turn. */
  const places = new Map<string, Buffer>();
  /** When those that wait were looked at, as what. After what people do, all are looked at again. */
  let looked = new Map<string, { at: number; as: string }>();
  let isWoken = false;
  let recounts: { at: number; tenantId: Buffer; id: Buffer }[] = [];
  let followAt = 0;
  const rounds = createRounds(resources, {
    name: 'broadcasts',
    everyMs: EVERY_MS,
    problem: 'could not work on broadcasts; will retry',
    run: async (isStopping) => {
      if (isWoken) looked.clear();
      isWoken = false;
      const seen: typeof looked = new Map();
      const failures: Error[] = [];
      for await (const tenantId of tenantsWithBroadcasts(resources.db, ['scheduled', 'running'])) {
        const ctx = operatorContext(resources, mintTenantScope(tenantId));
        // One batch of each a round, so that workspaces and broadcasts take turns.
        for (const row of await nextBroadcasts(ctx)) {
          if (isStopping()) return;
          const key = row.id.toString('hex');
          const known = looked.get(key);
          const as = stateOf(row);
          const isWaiting =
            row.status === 'running' && row.waitUntil !== null && row.waitUntil > ctx.clock.now();
          const isFresh = known?.as === as && performance.now() - known.at < LOOKED_EVERY_MS;
          if (isWaiting && isFresh && idle.has(key) && !isDue(countAt, row)) {
            seen.set(key, known);
            continue;
          }
          seen.set(key, { at: performance.now(), as });
          const options = { isStopping, isCountDue: isDue(countAt, row) };
          try {
            await workOn(ctx, { ...parts, pace }, row, options);
            failing.delete(key);
          } catch (error) {
            failures.push(new Error(`${encodeId('broadcast', row.id)} made no progress`, { cause: error }));
            await pauseIfFailing(ctx, row, error).catch((cause) => failures.push(cause));
          }
        }
      }
      looked = seen;
      await recountEnded(isStopping, failures);
      await followWhenDue(isStopping, failures);
      // One broadcast does not hold up the others; the round has failed all the same, so that an alert finds it.
      if (failures.length > 0)
        throw new AggregateError(failures.slice(0, LOGGED), `${failures.length} broadcasts made no progress`);
    },
  });
  return {
    ...rounds,
    wake: () => {
      isWoken = true;
      rounds.wake();
    },
  };

  /** Returns the broadcasts of a workspace for this round. With more of them, the next round goes on after these. */
  async function nextBroadcasts(ctx: Context): Promise<BroadcastRow[]> {
    const { tenantId } = ctx.scope;
    const after = places.get(tenantId) ?? null;
    const found = await broadcastsIn(ctx, ['scheduled', 'running'], AT_ONCE + 1, after);
    const rows = found.slice(0, AT_ONCE);
    const last = rows.at(-1);
    if (last && found.length > AT_ONCE) places.set(tenantId, last.id);
    else places.delete(tenantId);
    return rows;
  }

  /** Pauses a broadcast that has failed for too long, so that its workspace sees it. Outages of the database end by themselves. */
  async function pauseIfFailing(ctx: Context, row: BroadcastRow, error: unknown): Promise<void> {
    if (isOutage(error)) return;
    const key = row.id.toString('hex');
    const known = failing.get(key);
    const at = performance.now();
    // With other counts than before, another server gets on with it.
    const counts = JSON.stringify(asJson(row.counts));
    const isLonger = known && known.counts === counts && at - known.at < FAILURES_APART_MS;
    const since = isLonger ? known.since : at;
    failing.set(key, { since, at, counts });
    if (at - since < BROADCAST_FAILING_MS) return;
    await pauseFor(ctx, row.id, 'server_error');
    failing.delete(key);
    const which = { tenantId: ctx.scope.tenantId, broadcast: encodeId('broadcast', row.id) };
    ctx.log.error({ err: error, ...which }, 'a broadcast failed for too long and was paused');
    parts.noteFailed();
  }

  /** Counts again those that have just ended. After the first minute, `followEnded` does. */
  async function recountEnded(isStopping: () => boolean, failures: Error[]): Promise<void> {
    const due = recounts.filter(({ at }) => at <= performance.now());
    recounts = recounts.filter((one) => !due.includes(one));
    for (const { tenantId, id } of due) {
      if (isStopping()) return;
      await countAgain(operatorContext(resources, mintTenantScope(tenantId)), id, failures);
    }
  }

  /** Looks again at those that have ended, once a minute. */
  async function followWhenDue(isStopping: () => boolean, failures: Error[]): Promise<void> {
    if (performance.now() < followAt) return;
    followAt = performance.now() + FOLLOWED_EVERY_MS;
    await followEnded(resources, isStopping, failures);
    for (const [key, at] of countAt) {
      if (at >= performance.now() - FOLLOWED_EVERY_MS) continue;
      countAt.delete(key);
      idle.delete(key);
    }
    for (const [key, { at }] of failing) if (at < performance.now() - FAILURES_APART_MS) failing.delete(key);
  }

  /** Does the next step of a broadcast, and counts when that is due. */
  async function workOn(
    ctx: Context,
    parts: Working,
    given: BroadcastRow,
    { isStopping, isCountDue }: { isStopping: () => boolean; isCountDue: boolean },
  ): Promise<void> {
    const row = await begin(ctx, given);
    if (!row) return;
    const { isDone, isIdle } = await advance(ctx, parts, row, isStopping);
    const key = row.id.toString('hex');
    const isSame = idle.has(key) === isIdle;
    if (!isDone && !isCountDue && isSame) return;
    if (isIdle) idle.add(key);
    else idle.delete(key);
    const startedAt = performance.now();
    await storeCounts(ctx, row.id, isDone);
    const took = performance.now() - startedAt;
    const wait = isIdle ? FOLLOWED_EVERY_MS : Math.max(COUNTED_EVERY_MS, took * COUNTING_SHARE);
    countAt.set(key, performance.now() + wait);
    if (isDone && !recounts.some(({ id }) => id.equals(row.id))) {
      const { tenantId, id } = row;
      const end = performance.now();
      recounts.push(...RECOUNTED_AFTER_MS.map((after) => ({ at: end + after, tenantId, id })));
    }
  }
}

/** What people change of a broadcast that waits, and what its wait is. */
function stateOf({ counts, holdingFailures, ignoresQuality, isExpanded, waitUntil }: BroadcastRow): string {
  return JSON.stringify([asJson(counts), holdingFailures, ignoresQuality, isExpanded, waitUntil]);
}

const isDue = (countAt: ReadonlyMap<string, number>, { id }: BroadcastRow) =>
  performance.now() >= (countAt.get(id.toString('hex')) ?? 0);

interface Step {
  /** Everyone has a result. */
  isDone: boolean;
  /** Nobody is due for now, and no message waits for the platform. */
  isIdle: boolean;
}

const UNFINISHED: Step = { isDone: false, isIdle: false };

/** Does one bounded step. */
async function advance(
  ctx: Context,
  { pace, ...parts }: Working,
  row: BroadcastRow,
  isStopping: () => boolean,
): Promise<Step> {
  if (!row.isExpanded) await expand(ctx, row.id);
  const template = await findTemplateByName(ctx, row.templateName, row.templateLanguage);
  if (!template || !isSendable(template)) {
    await pauseFor(ctx, row.id, 'template');
    return UNFINISHED;
  }
  if (!(await isConnected(ctx))) {
    await pauseFor(ctx, row.id, 'not_connected');
    return UNFINISHED;
  }
  const number = await connectedNumber(ctx);
  const isLow = isQualityLow(number);
  if (isLow && !row.ignoresQuality) {
    await pauseFor(ctx, row.id, 'quality');
    return UNFINISHED;
  }
  if (!isLow && row.ignoresQuality) await changeBroadcast(ctx, row.id, { ignoresQuality: 0 });
  const isSlowed = isQualityWeak(number);
  if (isSlowed !== (row.isSlowed === 1)) await noteChange(ctx, row.id, { isSlowed: isSlowed ? 1 : 0 });
  const lane = ctx.scope.tenantId;
  const allowed = isSlowed ? pace.allowance(lane) : QUEUED_AHEAD;
  if (allowed <= 0) return UNFINISHED;
  const pending = await countPending(ctx, row.id, QUEUED_AHEAD);
  const room = Math.min(QUEUED_AHEAD - pending, allowed);
  const { people, wait } = await nextPeople(ctx, row, { number, room });
  if (isSlowed) pace.spend(lane, people.length);
  if (pending < QUEUED_AHEAD) await noteWait(ctx, row, wait);
  const making = { broadcast: row, template, expiryHours: parts.expiryHours };
  for (let from = 0; from < people.length; from += CREATED_AT_ONCE) {
    if (isStopping()) return UNFINISHED;
    const batch = people.slice(from, from + CREATED_AT_ONCE);
    await Promise.all(batch.map(({ contactId }) => createMessage(ctx, making, contactId)));
    parts.wakeSender();
  }
  const isQuiet = Boolean(row.isExpanded) && people.length === 0 && pending === 0;
  return { isDone: isQuiet && wait === null, isIdle: isQuiet && wait !== null };
}

/** Returns the people who get their message now, at most `room`; if that is nobody although some are left, why. */
async function nextPeople(
  ctx: Context,
  row: BroadcastRow,
  { number, room }: { number: PlatformNumber | null; room: number },
): Promise<{ people: WaitingRecipient[]; wait: Wait | null }> {
  if (room <= 0) return { people: [], wait: null };
  const limit = await roomOfNumber(ctx, number);
  // One is looked for in any case: without anybody left, the limit holds nobody up.
  const { people, nextAt } = await duePeople(ctx, row, Math.max(1, Math.min(room, limit.room)));
  if (nextAt) return { people: [], wait: { reason: 'recipient_time', until: nextAt } };
  if (limit.room > 0 || people.length === 0) return { people, wait: null };
  // Unknown while messages that wait fill the limit: it is looked at again within a minute.
  const until = limit.freeAt ?? new Date(Math.ceil((ctx.clock.now().getTime() + 1) / 60_000) * 60_000);
  return { people: [], wait: { reason: 'daily_limit', until } };
}

/** Updates the counts of broadcasts that have ended lately: reports and replies go on coming. */
async function followEnded(
  resources: Resources,
  isStopping: () => boolean,
  failures: Error[],
): Promise<void> {
  const since = new Date(resources.clock.now().getTime() - FOLLOWED_MS);
  const statuses = ['paused', 'completed', 'canceled'] as const;
  for await (const tenantId of tenantsWithBroadcasts(resources.db, statuses, { endedSince: since })) {
    const ctx = operatorContext(resources, mintTenantScope(tenantId));
    const rows = [
      ...(await endedSince(ctx, since, AT_ONCE)),
      ...(await broadcastsIn(ctx, ['paused'], AT_ONCE)),
    ];
    for (const { id, startedAt } of rows) {
      if (isStopping()) return;
      if (startedAt) await countAgain(ctx, id, failures);
    }
  }
}

/** Stores the counts of a broadcast that has ended. One that fails does not keep the others from theirs. */
async function countAgain(ctx: Context, id: Buffer, failures: Error[]): Promise<void> {
  await storeCounts(ctx, id, false).catch((cause) => {
    failures.push(new Error(`${encodeId('broadcast', id)} was not counted`, { cause }));
  });
}
