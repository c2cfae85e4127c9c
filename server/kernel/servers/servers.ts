import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../clock/clock.ts';
import { newKey } from '../ids.ts';
import type { Logger } from '../logging/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { LEASE_TAG } from '../queue/queue.ts';
import { createFilePlace } from './file-place.ts';
import { machineMark } from './machine.ts';
import {
  beat,
  leaseTagsAt,
  listServers,
  markStopping,
  readDatabaseTime,
  registerServer,
  removeAllServers,
  removeServer,
  type ServerRow,
} from './servers.repository.ts';

const BEAT_MS = 5_000;
/** A server whose row has not changed for this long, by our own monotonic clock, has ended. */
const SILENCE_MS = 15_000;

/** A larger difference to the database's clock is logged. */
const CLOCK_WARNING_MS = 500;
/** With a larger difference, receivers would soon reject signatures, so the server is not ready. */
const CLOCK_LIMIT_MS = 30_000;

/** This server among those that share the database. */
export interface Servers {
  /** Registers the server, once its port is open, and starts its heartbeat. */
  start(port: number): Promise<void>;
  /** Says that the server will end soon: it is not ready from now on. */
  announceStop(): void;
  /** Ends the heartbeat and removes the server. */
  stop(): Promise<void>;
  /** Returns why the server may not serve beside the others; null when it may. */
  problem(): string | null;
  /** Returns how many servers share the database now, this one included. */
  live(): number;
}

export interface ServersOptions {
  db: Database;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  config: Pick<Config, 'host' | 'dataDir' | 'embeddedDatabase' | 'redisUrl' | 's3' | 'apiProcess'>;
  /** Makes the work of processes that have ended due at once. */
  reclaim(leaseTag: Buffer): Promise<void>;
  /** Intervals in milliseconds; tests have shorter ones. */
  beatMs?: number;
  silenceMs?: number;
  /** The mark of this machine (`machineMark`); tests pass that of another one. */
  machine?: string;
}

/**
 * Keeps this server's row in `servers`, compares its settings and clock with the others, and takes over the
 * work of servers that have ended (decision 0253).
 */
export function createServers(options: ServersOptions): Servers {
  const { db, clock, logger, metrics, config, beatMs = BEAT_MS, silenceMs = SILENCE_MS } = options;
  const { machine = machineMark() } = options;
  const id = newKey();
  const files = createFilePlace(config, Math.ceil(silenceMs / beatMs));
  /** The newest beat of each other server, and when we first saw it, by our monotonic clock. */
  const seen = new Map<string, { beats: number; at: number }>();
  let self: { place: Buffer; host: string; port: number; storageId: string } | null = null;
  let conflict: string | null = null;
  let liveCount = 1;
  let offsetMs = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isHidden = false;
  let isStopping = false;
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | null = null;
  let starting: Promise<void> | null = null;

  async function register(): Promise<void> {
    if (!self) return;
    const hasRedis = config.redisUrl !== undefined;
    // Before the row: the others look for it as soon as they see the row, which begins at 0.
    await showInFolder(0);
    // Before their rows go, so that a crash in between loses nothing.
    for (const tag of await leaseTagsAt(db, self.place))
      if (!tag.equals(LEASE_TAG)) await options.reclaim(tag);
    await registerServer(db, { id, ...self, leaseTag: LEASE_TAG, hasRedis });
  }

  async function measureClock(): Promise<void> {
    const { now, tookMs } = await readDatabaseTime(db);
    const before = offsetMs;
    offsetMs = now.getTime() + tookMs / 2 - clock.now().getTime();
    metrics.clockOffset(offsetMs / 1_000);
    const isFar = (ms: number) => Math.abs(ms) > CLOCK_WARNING_MS;
    if (isFar(offsetMs) && !isFar(before)) {
      const hint = 'synchronize the clocks of servers and database with NTP';
      logger.warn(
        { milliseconds: Math.round(offsetMs), hint },
        'the clock differs from that of the database',
      );
    }
  }

  /** Returns whether a server has ended, from what we saw of its beats. */
  function hasEnded(row: ServerRow): boolean {
    const name = row.id.toString('hex');
    const last = seen.get(name);
    if (last?.beats !== row.beats) {
      seen.set(name, { beats: row.beats, at: performance.now() });
      return false;
    }
    return performance.now() - last.at > silenceMs;
  }

  /** Shows the heartbeat to those who share the folder. A disk that takes no writes must not end the heartbeat itself. */
  async function showInFolder(beats: number, rows: readonly ServerRow[] = []): Promise<void> {
    try {
      await files.show({ id, beats });
      if (rows.length > 0) await files.clear(id, rows);
      isHidden = false;
    } catch (error) {
      if (!isHidden) logger.warn({ err: error }, 'the data folder does not show that this server runs');
      isHidden = true;
    }
  }

  /**
   * Begins to count the silence of the others again when this server itself has not looked for a while: a database that was away
   * was away for all of them, and the first to see it again must not take over the work of the others.
   */
  function noteLook(): void {
    const now = performance.now();
    if (now - lookedAt > silenceMs / 2) for (const one of seen.values()) one.at = now;
    lookedAt = now;
  }

  async function compare(): Promise<void> {
    if (!self) return;
    const rows = await listServers(db);
    noteLook();
    const others = rows.filter((row) => !row.id.equals(id));
    for (const name of seen.keys())
      if (!others.some((row) => row.id.toString('hex') === name)) seen.delete(name);
    const live: ServerRow[] = [];
    for (const row of others) {
      if (!hasEnded(row)) {
        // A row from before our start whose server has ended must not keep us from serving.
        if (row.silentSeconds * 1_000 <= silenceMs && !row.isStopping) live.push(row);
      } else {
        await options.reclaim(row.leaseTag);
        if (!(await removeServer(db, row.id))) continue;
        logger.warn({ server: `${row.host}:${row.port}` }, 'a server has ended; others continue its work');
      }
    }
    const mine = rows.find((row) => row.id.equals(id));
    await showInFolder(mine?.beats ?? 0, rows);
    const older = await Promise.all(
      live
        .filter((row) => mine && isBefore(row, mine))
        .map(async (row) => ({ ...row, sharesFolder: await files.isSharedWith(row) })),
    );
    const found = conflictWithOlder({ ...self, hasRedis: config.redisUrl ? 1 : 0 }, older);
    if (found !== null && found !== conflict) logger.error({ reason: found }, 'this server is not ready');
    if (found === null && conflict !== null) logger.info('this server can serve beside the others again');
    conflict = found;
    liveCount = live.length + 1;
    metrics.servers(liveCount);
  }

  async function tick(): Promise<void> {
    await measureClock();
    // Removed by a server that saw us silent, for example while the database was away.
    if (!(await beat(db, id, offsetMs))) await register();
    await compare();
  }

  function schedule(): void {
    timer = setTimeout(() => {
      beating = tick()
        .catch((error) => logger.warn({ err: error }, 'failed to note that this server runs'))
        .finally(() => {
          beating = null;
          if (!isEnded) schedule();
        });
    }, beatMs);
  }

  async function enter(port: number): Promise<void> {
    // No other server uses the embedded database.
    if (config.embeddedDatabase) await removeAllServers(db);
    // Processes with one port differ in their number.
    const parts = [machine, config.host, port, resolve(config.dataDir), config.apiProcess?.number ?? ''];
    const place = createHash('sha256').update(parts.join('\n')).digest();
    self = { place, host: hostname(), port, storageId: await files.name() };
    await register();
    await measureClock();
    await compare();
    if (!isEnded) schedule();
  }

  return {
    start: async (port) => {
      if (isEnded) return;
      starting = enter(port);
      await starting;
    },
    announceStop: () => {
      isStopping = true;
      // A database that does not answer must not delay the drain.
      void markStopping(db, id).catch(() => undefined);
    },
    stop: async () => {
      isEnded = true;
      clearTimeout(timer);
      // A stop may come while the server still starts: its row must not stay, nor its statements find the pool closed.
      await starting?.catch(() => undefined);
      await beating;
      await files.end(id).catch(() => undefined);
      await removeServer(db, id);
    },
    live: () => liveCount,
    problem: () => (isStopping ? 'the server is stopping' : (conflict ?? clockProblem(offsetMs))),
  };
}

function isBefore(one: ServerRow, other: ServerRow): boolean {
  const difference = one.startedAt.getTime() - other.startedAt.getTime();
  return difference === 0 ? Buffer.compare(one.id, other.id) < 0 : difference < 0;
}

/** What decides whether a server may serve beside the others. */
type Peer = Pick<ServerRow, 'host' | 'port' | 'hasRedis' | 'storageId'>;

/**
 * Returns why a server cannot serve correctly next to the servers that started before it; null when it can.
 * Without Redis, screens, rate limits and sign-outs of one server would not reach the other; without a
 * shared place for files, each would miss the other's.
 */
function conflictWithOlder(self: Peer, older: readonly (Peer & { sharesFolder: boolean })[]): string | null {
  const [first] = older;
  if (!first) return null;
  if (!self.hasRedis) {
    return `another server (${nameOf(first)}) uses this database: set REDIS_URL on every server, or stop the other one`;
  }
  const without = older.find((one) => !one.hasRedis);
  if (without) return `the server ${nameOf(without)} runs without REDIS_URL: set it there and restart it`;
  const elsewhere = older.find((one) => one.storageId !== self.storageId || !one.sharesFolder);
  if (elsewhere) {
    return `the server ${nameOf(elsewhere)} stores files in another place: set the same S3_BUCKET on every server`;
  }
  return null;
}

/** Returns why a server with this difference to the database's clock is not ready; null when it is. */
function clockProblem(offsetMs: number): string | null {
  if (Math.abs(offsetMs) <= CLOCK_LIMIT_MS) return null;
  const seconds = Math.round(Math.abs(offsetMs) / 1_000);
  return `the clock of this server is ${seconds} s ${offsetMs > 0 ? 'behind' : 'ahead of'} the database's: synchronize both with NTP`;
}

function nameOf({ host, port }: Peer): string {
  return `${host}:${port}`;
}
