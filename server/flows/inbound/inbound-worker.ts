import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { connectedNumberId } from '../../features/channel/index.ts';
import { type Context, operatorContext, type Resources } from '../../kernel/context/context.ts';
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
  /** Whether callbacks wait to be stored. */
  isCrowded(): boolean;
}

/** Workspaces that are worked for at a time. */
const WORKSPACES = 4;
/** Callbacks of one turn: of three megabytes each at the most. Fewer while more come than can be written. */
const BATCH = 16;
const BACKLOG_BATCH = 2;
/** Items of one turn, and how long a turn takes on new items: then the workspace goes to the end of the queue. */
const ITEMS_PER_TURN = 1_000;
const TURN_MS = 2_000;
/** Items of one callback. The platform sends up to 1,000; what is beyond this is parked as a whole. */
const ITEMS_MAX = 2_000;
/** Items in progress at a time, of all workspaces: each uses a database connection. And of one workspace. */
const SLOTS = 6;
const LANE_SLOTS = 4;
/** Tries of a callback, besides a day, before its items are parked also for errors that may pass. */
const ATTEMPTS_MIN = 8;
/** Callbacks that failed are read besides those of a turn, so that they do not keep others from being read. */
const STUCK_MAX = 200;
/** From one claim to the next: callbacks that come close together are worked on together. */
const CLAIM_DELAY_MS = 10;
/** The same while more come than can be written: no request waits for the work, only for its callback to be stored. */
const BACKLOG_DELAY_MS = 50;

interface Task {
  item: CallbackItem;
  place: ItemPlace;
  mayParkAll: boolean;
  isDone: boolean;
}

/** A callback of a turn: which of its items were taken, and whether they are all that are left of it. */
interface Share {
  callback: StoredCallback;
  tasks: Task[];
  isLast: boolean;
}

/**
 * Creates the worker that works through stored callbacks. One process at a time works for a workspace, and what one
 * customer sent is worked on in the order in which it was stored; different customers are worked on in parallel, and
 * workspaces take turns. Every item can be worked on twice, so nothing is lost when the server dies in between.
 */
export function createInboundWorker(resources: Resources, parts: InboundWorkerParts): Worker {
  const { db, log } = resources;
  const slots = pLimit(SLOTS);
  let lastClaimAt = Number.NEGATIVE_INFINITY;
  let lastLane: Buffer = Buffer.alloc(16);
  /** How many callbacks the last turn of a workspace could not finish because of an error. */
  const stuck = new Map<string, number>();

  return createWorker(db, log, {
    queue: LANES,
    concurrency: WORKSPACES,
    claim,
    handle: takeTurn,
  });

  async function claim(room: number): Promise<Claimed> {
    const since = performance.now() - lastClaimAt;
    if (since < CLAIM_DELAY_MS) await sleep(CLAIM_DELAY_MS - since);
    else if (since < BACKLOG_DELAY_MS && parts.isCrowded()) await sleep(BACKLOG_DELAY_MS - since);
    lastClaimAt = performance.now();
    const { lanes, last } = await waitingLanes(db, lastLane, room);
    lastLane = last;
    return claimLanes(db, lanes);
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

  /** Reads the oldest callbacks of the lane, up to the number of items of one turn. */
  async function readShares(ctx: Context): Promise<Share[]> {
    const shares: Share[] = [];
    let room = ITEMS_PER_TURN;
    const batch = parts.isCrowded() ? BACKLOG_BATCH : BATCH;
    const limit = batch + (stuck.get(ctx.scope.tenantId) ?? 0);
    for (const callback of await waitingCallbacks(ctx, limit)) {
      // Reading a large one takes a moment: others get theirs in between.
      await setImmediate();
      const share = await readShare(ctx, callback, room);
      shares.push(share);
      room -= share.tasks.length;
      // What comes after an unfinished callback has to wait for it.
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
        const reason = `The callback has more than ${ITEMS_MAX} items. Items from ${index} on were not processed; run "admin parked retry" to process the next ${ITEMS_MAX}.`;
        await parkCallback(ctx, parts, { callbackId, item: index }, reason, body);
        break;
      }
      if (tasks.length >= room) return { ...share, isLast: false };
      tasks.push({ item, place: { callbackId, item: index }, mayParkAll, isDone: false });
    }
    return { ...share, isLast: true };
  }

  /** Works on all items, chain by chain; resolves to the number of chains that an error ended. */
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
    // A lane asks for no more slots than there are, so that other lanes get theirs in between.
    const takeChains = async () => {
      for (const chain of chains) {
        await work(chain).catch((error) => {
          failures += 1;
          ctx.log.error(
            { err: error, tenantId: ctx.scope.tenantId },
            'inbound processing failed; will retry',
          );
        });
      }
    };
    await Promise.all(Array.from({ length: LANE_SLOTS }, takeChains));
    return failures;
  }

  /** Takes off the callbacks that are done, and notes how far the others are. */
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
 * Splits items into chains: items with an order key in common are in the same chain, also by way of a third one,
 * and keep their order there. Different chains may be worked on at the same time.
 * @param keysOf the order keys of an item, such as its customer's number and id.
 */
function chainsOf<Item>(items: readonly Item[], keysOf: (item: Item) => readonly string[]): Item[][] {
  const parents = items.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] ?? root;
    // Path compression: without it a long chain would be walked again for each of its items.
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
