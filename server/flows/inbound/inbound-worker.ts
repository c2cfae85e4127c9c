import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { PARKED_REASONS } from '../../../shared/domain/reasons/parked-reasons.ts';
import type { Database } from '../../db/database.ts';
import { connectedNumberId } from '../../features/channel/index.ts';
import { type Context, operatorContext, type Resources } from '../../kernel/context/context.ts';
import { encodeTenantId } from '../../kernel/ids.ts';
import { claimLanes, holdLane, LANES } from '../../kernel/queue/lanes.ts';
import type { Claimed } from '../../kernel/queue/queue.ts';
import { createWorker, type Worker } from '../../kernel/queue/worker.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { type CallbackItem, itemsOf, orderKeysOf, parseCallback } from '../../platform/inbound/callback.ts';
import {
  advanceCallback,
  finishCallbacks,
  type StoredCallback,
  waitingCallbacks,
  waitingLanes,
} from './inbound-callbacks.sql.ts';
import { type ItemPlace, parkCallback, type ReceiveParts, receiveInbound } from './receive-inbound.ts';

export interface InboundWorkerParts extends ReceiveParts {
  /** Returns whether callbacks are waiting to be stored. */
  isCrowded(): boolean;
}

/** Maximum number of workspaces processed at a time. */
const WORKSPACES = 4;
/** Callbacks per turn, of up to three megabytes each. Fewer while more arrive than can be stored. */
const BATCH = 16;
const BACKLOG_BATCH = 2;
/** Items per turn, and how long a turn starts new items. Then the workspace moves to the end of the queue. */
const ITEMS_PER_TURN = 1_000;
const TURN_MS = 2_000;
/** Maximum number of items per callback. The platform sends up to 1,000; the rest is parked as a whole. */
const ITEMS_MAX = 2_000;
/** Items in progress: for all workspaces, because each uses a database connection, and for one workspace. */
const SLOTS = 6;
const LANE_SLOTS = 4;
/** Minimum attempts, in addition to a day, before items are parked for errors that nobody foresaw. */
const ATTEMPTS_MIN = 8;
/** Failed callbacks are read in addition to those of a turn, so that they do not block others. */
const STUCK_MAX = 200;
/** Delay between claims, so that callbacks that arrive close together are processed together. */
const CLAIM_DELAY_MS = 10;
/** The delay while more callbacks arrive than can be stored. Requests do not wait for processing. */
const BACKLOG_DELAY_MS = 50;

interface Task {
  item: CallbackItem;
  place: ItemPlace;
  mayParkAll: boolean;
  isDone: boolean;
}

/** The part of a callback that a turn processes: the items it took, and whether any are left. */
interface Share {
  callback: StoredCallback;
  tasks: Task[];
  isLast: boolean;
}

/**
 * Creates the worker that processes stored callbacks. One process at a time handles a workspace. Items of one
 * customer are processed in the order in which they were stored, different customers in parallel, and
 * workspaces take turns. Every item can safely be processed twice, so nothing is lost when the server crashes
 * halfway.
 */
export function createInboundWorker(resources: Resources, parts: InboundWorkerParts): Worker {
  const { db, log } = resources;
  const slots = pLimit(SLOTS);
  let lastClaimAt = Number.NEGATIVE_INFINITY;
  let lastLane: Buffer = Buffer.alloc(16);
  /** Number of callbacks that the last turn of a workspace could not finish because of an error. */
  const stuck = new Map<string, number>();

  return createWorker(db, log, {
    queue: LANES,
    concurrency: WORKSPACES,
    nameOf: encodeTenantId,
    claim,
    handle: takeTurn,
  });

  async function claim(room: number, claims: Database): Promise<Claimed> {
    const since = performance.now() - lastClaimAt;
    if (since < CLAIM_DELAY_MS) await sleep(CLAIM_DELAY_MS - since);
    else if (since < BACKLOG_DELAY_MS && parts.isCrowded()) await sleep(BACKLOG_DELAY_MS - since);
    lastClaimAt = performance.now();
    const { lanes, last } = await waitingLanes(claims, lastLane, room);
    lastLane = last;
    return claimLanes(claims, lanes);
  }

  async function takeTurn(tenantId: Buffer, token: Buffer): Promise<void> {
    const ctx = operatorContext(resources, mintTenantScope(tenantId));
    const lease = holdLane(db, { id: tenantId, tenantId }, token);
    const outcome = { failed: true, progressed: false };
    try {
      const shares = await readShares(ctx);
      const failures = await workThrough(ctx, shares, lease.isLost);
      outcome.failed = failures > 0;
      outcome.progressed = shares.some(({ tasks }) => tasks.some(({ isDone }) => isDone));
      await settle(ctx, shares, outcome.failed);
    } finally {
      await lease.release(outcome);
    }
  }

  /** Reads the oldest callbacks of the lane, up to the item limit of one turn. */
  async function readShares(ctx: Context): Promise<Share[]> {
    const shares: Share[] = [];
    let room = ITEMS_PER_TURN;
    const batch = parts.isCrowded() ? BACKLOG_BATCH : BATCH;
    const limit = batch + (stuck.get(ctx.scope.tenantId) ?? 0);
    for (const callback of await waitingCallbacks(ctx, limit)) {
      // Parsing a large callback takes a moment: yield to other lanes.
      await setImmediate();
      const share = await readShare(ctx, callback, room);
      shares.push(share);
      room -= share.tasks.length;
      // Later callbacks must wait for an unfinished one.
      if (!share.isLast) break;
    }
    return shares;
  }

  async function readShare(ctx: Context, callback: StoredCallback, room: number): Promise<Share> {
    const { id: callbackId, body, itemsDone, itemsFrom, isOld, attempts } = callback;
    const mayParkAll = Boolean(isOld) && attempts >= ATTEMPTS_MIN;
    const tasks: Task[] = [];
    const share = { callback, tasks };
    let root: object;
    try {
      root = parseCallback(body);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await parkCallback(ctx, parts, { callbackId, item: 0 }, reason, body);
      return { ...share, isLast: true };
    }
    let index = -1;
    for (const item of itemsOf(root)) {
      index += 1;
      if (index < itemsDone) continue;
      if (index >= itemsFrom + ITEMS_MAX) {
        const reason = PARKED_REASONS.write('too_many_items', { max: ITEMS_MAX, from: index });
        await parkCallback(ctx, parts, { callbackId, item: index }, reason, body);
        break;
      }
      if (tasks.length >= room) return { ...share, isLast: false };
      tasks.push({ item, place: { callbackId, item: index }, mayParkAll, isDone: false });
    }
    return { ...share, isLast: true };
  }

  /** Processes all items, chain by chain. Resolves to the number of chains that failed. */
  async function workThrough(ctx: Context, shares: readonly Share[], isLost: () => boolean): Promise<number> {
    const tasks = shares.flatMap((share) => share.tasks);
    if (tasks.length === 0) return 0;
    const ownNumber = await connectedNumberId(ctx);
    let endsAt = Number.POSITIVE_INFINITY;
    let failures = 0;
    const work = async (chain: readonly Task[]) => {
      for (const task of chain) {
        const isOver = await slots(async () => {
          if (isLost() || performance.now() > endsAt) return true;
          endsAt = Math.min(endsAt, performance.now() + TURN_MS);
          await receiveInbound(ctx, parts, task.item, { ownNumber, ...task });
          task.isDone = true;
          return false;
        });
        if (isOver) return;
      }
    };
    const chains = chainsOf(tasks, ({ item }) => orderKeysOf(item)).values();
    // A lane requests no more slots than its limit, so that other lanes get theirs in between.
    const takeChains = async () => {
      for (const chain of chains) {
        await work(chain).catch((error) => {
          failures += 1;
          const { callbackId, item } = chain.find(({ isDone }) => !isDone)?.place ?? {};
          ctx.log.error(
            { err: error, tenantId: ctx.scope.tenantId, callback: callbackId?.toString('hex'), item },
            'inbound processing failed; will retry',
          );
        });
      }
    };
    await Promise.all(Array.from({ length: LANE_SLOTS }, takeChains));
    return failures;
  }

  /** Removes finished callbacks from the queue, and stores the progress of the others. */
  async function settle(ctx: Context, shares: readonly Share[], failed: boolean): Promise<void> {
    const done: Buffer[] = [];
    const isStuck = ({ tasks }: Share) => tasks.some(({ isDone }) => !isDone);
    const count = failed ? Math.min(shares.filter(isStuck).length, STUCK_MAX) : 0;
    if (count > 0) stuck.set(ctx.scope.tenantId, count);
    else stuck.delete(ctx.scope.tenantId);
    for (const { callback, tasks, isLast } of shares) {
      const firstOpen = tasks.findIndex(({ isDone }) => !isDone);
      if (firstOpen < 0 && isLast) done.push(callback.id);
      else {
        const count = firstOpen < 0 ? tasks.length : firstOpen;
        await advanceCallback(ctx, callback.id, {
          itemsDone: callback.itemsDone + count,
          failed: failed && firstOpen >= 0,
        });
      }
    }
    await finishCallbacks(ctx, done);
  }
}

/**
 * Splits items into chains. Items that share an order key, directly or through other items, are in the same
 * chain and keep their order. Different chains may be processed in parallel.
 * @param keysOf returns the order keys of an item, such as its customer's number and id.
 */
function chainsOf<Item>(items: readonly Item[], keysOf: (item: Item) => readonly string[]): Item[][] {
  const parents = items.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] ?? root;
    // Path compression: without it, a long chain would be traversed again for each of its items.
    for (let at = index; at !== root; ) {
      const next = parents[at] ?? root;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  const firstWith = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    for (const key of keysOf(item)) {
      const first = firstWith.get(key);
      if (first === undefined) firstWith.set(key, index);
      else parents[rootOf(index)] = rootOf(first);
    }
  }
  const chains = new Map<number, Item[]>();
  for (const [index, item] of items.entries()) {
    const root = rootOf(index);
    const chain = chains.get(root);
    if (chain) chain.push(item);
    else chains.set(root, [item]);
  }
  return [...chains.values()];
}
