import { type Context, operatorContext, type Resources } from '../../../kernel/context/context.ts';
import type { Worker } from '../../../kernel/queue/worker.ts';
import { stampOf } from './examples.repository.ts';

/** What can be kept in memory for each workspace. */
interface Kept<Value> {
  /** For the log. */
  name: string;
  /**
   * Reads and learns everything of one workspace, in slices; null when the server stops meanwhile.
   * @param last what was learned before. It may be out of date, and must not be used for an answer.
   */
  learn(ctx: Context, isStopping: () => boolean, last: Value | null): Promise<Value | null>;
  bytesOf(value: Value): number;
  /** Returns a text that changes when all has to be learned again, besides the stamp of the workspace. */
  versionOf?(): Promise<string>;
  /** Returns a number that grows with what there is to learn. */
  sizeOf(ctx: Context): Promise<number>;
}

interface Entry<Value> {
  value: Value;
  stamp: string;
  size: number;
  checkedAt: number;
  bytes: number;
}

const RETRY_MS = 60_000;
const WORKSPACES_MAX = 200;
const BYTES_MAX = 64 * 1024 * 1024;
/** After this time, a workspace learns again when there is a twentieth more to learn from; a small one soon. */
const FRESH_MS = 10 * 60_000;
const SMALL = 200;
const SMALL_FRESH_MS = 2_000;
const GROWTH = 1.05;

/** Returns what a workspace has learned; null while it learns. `waitMs`: how long to wait for it. */
export type LearnedOf<Value> = (ctx: Context, waitMs?: number) => Promise<Value | null>;

/**
 * Creates a memory of what workspaces have learned (decision 0361). Each learns when someone first needs it, one
 * workspace at a time. What was learned is used until the stamp of its workspace changes: a saved reply changed, or a
 * contact was erased, on any server. Nothing is shared between workspaces. The least used ones are dropped first.
 */
export function createWorkspaceMemory<Value>(
  resources: Resources,
  { name, learn, bytesOf, sizeOf, versionOf }: Kept<Value>,
): { learnedOf: LearnedOf<Value>; worker: Worker } {
  const known = new Map<string, Entry<Value>>();
  const building = new Map<string, Promise<Value | null>>();
  /** When learning last failed: the requests that come meanwhile do not try again. */
  const failedAt = new Map<string, number>();
  let queue: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  const isStopping = () => isStopped;
  const now = () => resources.clock.now().getTime();

  const stampNow = async (ctx: Context) =>
    versionOf ? `${await stampOf(ctx)} ${await versionOf()}` : stampOf(ctx);

  function build(scope: Context['scope'], last: Value | null): Promise<Value | null> {
    const key = scope.tenantId;
    const current = building.get(key);
    if (current) return current;
    if (now() - (failedAt.get(key) ?? Number.NEGATIVE_INFINITY) < RETRY_MS) return Promise.resolve(null);
    const ctx = operatorContext(resources, scope);
    const built = queue
      .then(() => (isStopped ? null : learnNow(ctx, last)))
      .catch((error: unknown) => {
        // An error of the database can quote a statement with messages of customers.
        const code = (error as { code?: unknown }).code ?? 'unknown';
        resources.log.warn({ code, tenantId: key }, `could not learn ${name}; will retry`);
        if (failedAt.size >= WORKSPACES_MAX) failedAt.clear();
        failedAt.set(key, now());
        return null;
      })
      .finally(() => building.delete(key));
    building.set(key, built);
    queue = built;
    return built;
  }

  async function learnNow(ctx: Context, last: Value | null): Promise<Value | null> {
    const checkedAt = now();
    // Before the data: what changes meanwhile makes this out of date.
    const stamp = await stampNow(ctx);
    const size = await sizeOf(ctx);
    const value = await learn(ctx, isStopping, last);
    if (value) keep(ctx.scope.tenantId, { value, stamp, size, checkedAt, bytes: bytesOf(value) });
    return value;
  }

  /** Makes an entry the last one to be dropped. */
  function keep(key: string, entry: Entry<Value>): void {
    known.delete(key);
    known.set(key, entry);
    let bytes = 0;
    for (const one of known.values()) bytes += one.bytes;
    for (const [oldest, one] of known) {
      if (oldest === key || (known.size <= WORKSPACES_MAX && bytes <= BYTES_MAX)) break;
      known.delete(oldest);
      bytes -= one.bytes;
    }
  }

  const learnedOf: LearnedOf<Value> = async (ctx, waitMs = 0) => {
    const key = ctx.scope.tenantId;
    const entry = known.get(key);
    if (entry?.stamp === (await stampNow(ctx))) {
      keep(key, entry);
      if (now() - entry.checkedAt > (entry.size < SMALL ? SMALL_FRESH_MS : FRESH_MS)) {
        entry.checkedAt = now();
        if ((await sizeOf(ctx)) > entry.size * GROWTH) void build(ctx.scope, entry.value);
      }
      return entry.value;
    }
    known.delete(key);
    const built = build(ctx.scope, entry?.value ?? null);
    return waitMs > 0 ? Promise.race([built, after(waitMs)]) : null;
  };

  return {
    learnedOf,
    worker: {
      start: () => {},
      wake: () => {},
      stop: async () => {
        isStopped = true;
        await queue;
      },
    },
  };
}

function after(ms: number): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms, null).unref();
  });
}
