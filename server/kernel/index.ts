import type { Role } from '../../shared/domain/roles.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { BACKGROUND_LIMITS, REQUEST_LIMITS } from '../db/time-limits.ts';
import type { UserActor } from './auth/actor.ts';
import { systemClock } from './clock/clock.ts';
import type { Resources } from './context/context.ts';
import { keyringOf } from './crypto/keyring.ts';
import { createHostCheck } from './http/allowed-hosts.ts';
import { createBodyBudget } from './http/bodies/body-budget.ts';
import { createCursors } from './http/cursor.ts';
import { createLoopMeter, createOverload } from './http/protection/overload.ts';
import { createRateLimiter, withReserve } from './http/rate-limit.ts';
import { createOnce } from './idempotency/once.ts';
import type { Logger } from './logging/logger.ts';
import { lostLogLines } from './logging/standard-output.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { createRelay, latestSeqs, readEvents } from './outbox/relay.ts';
import type { Subscribers } from './outbox/subscriber.ts';
import { createRealtime } from './realtime/socket-server.ts';
import { createRedis, type Redis } from './redis/redis.ts';
import { createDiskGuard, type DiskSpace, type ReadDiskSpace, readDiskSpace } from './storage/disk-space.ts';

export interface KernelOptions {
  config: Config & { databaseUrl: string; secretKey: string };
  logger: Logger;
  database: Database;
  /** Returns the person to whom a socket ticket belongs, and consumes it. */
  redeem(ticket: string): Promise<UserActor | null>;
  /** Tests pass a disk of their own. */
  readDisk?: ReadDiskSpace | undefined;
  /** Returns the current roles of the people of those sessions that have not ended, by session id. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlyMap<string, Role>>;
  /** Receive new events, after the sockets. */
  subscribers: Subscribers;
}

export type Kernel = ReturnType<typeof wireKernel>;

/** Creates what every other part uses: the database, keys, limits and the delivery of events. */
export function wireKernel({
  config,
  logger,
  database: pool,
  readDisk,
  redeem,
  liveSessions,
  subscribers,
}: KernelOptions) {
  const database = pool.withLimits(REQUEST_LIMITS);
  const patient = pool.withLimits(BACKGROUND_LIMITS);
  const keyring = keyringOf(config);
  const redis = config.redisUrl ? createRedis(config.redisUrl, logger) : null;
  const checkHost = createHostCheck(config);
  const realtime = createRealtime({
    checkHost,
    logger,
    redis,
    redeem,
    liveSessions,
    latestSeqs: (scopes) => latestSeqs(database, scopes),
    eventsAfter: async (scope, seq) => (await readEvents(database, scope, seq, 200)).events,
  });
  const cursors = createCursors(keyring);
  const metrics = createMetrics({ isOneOfSeveral: config.apiProcess !== null });
  const relay = createRelay(patient, { sockets: realtime.publish, ...subscribers }, logger, metrics);
  metrics.gauge(
    'switchboard_redis_failing',
    '1 while Redis is unavailable or answers with errors',
    async () => (redis?.isFailing() ? 1 : 0),
  );
  metrics.total(
    'switchboard_log_lines_lost_total',
    'Log lines that could not be written: the disk of the log is full, or nothing reads the output',
    lostLogLines,
  );
  const disk = createDiskGuard({
    read: readDisk ?? readDiskSpace(config.dataDir),
    reserveBytes: config.storage.reserve,
    clock: systemClock,
    logger,
  });
  const spaceOf = async (part: keyof DiskSpace) => (await disk.space())?.[part] ?? null;
  metrics.gauge('switchboard_disk_free_bytes', 'Free bytes on the disk of the data folder', () =>
    spaceOf('free'),
  );
  metrics.gauge(
    'switchboard_database_wait_seconds',
    'How long requests and background work wait for a connection to the database now',
    async () => database.waitMs() / 1_000,
  );
  metrics.gauge('switchboard_disk_total_bytes', 'Size of the disk of the data folder', () =>
    spaceOf('total'),
  );
  const resourcesOf = (db: Database): Resources => ({
    db,
    clock: systemClock,
    log: logger,
    keyring,
    cursors,
    wakeRelay: relay.wake,
    roundSucceeded: (worker) => metrics.roundSucceeded(worker, systemClock.now()),
  });
  const resources = resourcesOf(database);
  const patientResources = resourcesOf(patient);
  return {
    config,
    logger,
    /** For contexts of requests. */
    resources,
    /**
     * For work that requests wait for: statements succeed or fail within seconds (server/db/time-limits.ts).
     */
    database,
    redis,
    keyring,
    checkHost,
    realtime,
    relay,
    metrics,
    disk,
    cursors,
    limits: createLimits(config, redis),
    overload: createOverload({
      loop: createLoopMeter(),
      databaseWaitMs: database.waitMs,
      onRefused: metrics.overloaded,
    }),
    bodies: createBodyBudgets(metrics),
    once: createOnce(database, patient, logger),
    /** The same with more time, for workers, jobs and housekeeping, which no request waits for. */
    background: {
      database: patient,
      resources: patientResources,
    },
  };
}

/** Creates the rate limits per minute, shared by all servers that use the same Redis. */
function createLimits({ rateLimits }: Config, redis: Redis | null) {
  const limit = (name: string, counts: string, perMinute: number) =>
    createRateLimiter({ name, counts, perMinute }, redis);
  const perTenant = limit('tenant', 'requests a minute for this workspace', rateLimits.tenantPerMinute);
  const reserved = Math.ceil(rateLimits.tenantPerMinute / 2);
  const people = limit('people', 'requests a minute for the people of this workspace', reserved);
  return {
    perKey: limit('key', 'requests a minute for this API key', rateLimits.keyPerMinute),
    perTenant,
    /** For people: programs of the workspace cannot use up this limit. */
    perTenantOfPeople: withReserve(perTenant, people),
    perAddress: limit('sign-in', 'sign-ins a minute from this address', rateLimits.loginPerMinute),
    /** For browsers that a person has signed in with before, which the network's limit does not count. */
    perDevice: limit('device', 'sign-ins a minute from this browser', 2 * rateLimits.loginPerMinute),
  };
}

const MB = 1024 * 1024;

/** Creates the memory for bodies. Callbacks have their own: requests of programs leave them room. */
function createBodyBudgets(metrics: Metrics) {
  const onRefused = metrics.bodyRefused;
  return {
    callbacks: createBodyBudget({ total: 64 * MB, perSender: 16 * MB, onRefused }),
    requests: createBodyBudget({ total: 32 * MB, perSender: 8 * MB, onRefused }),
  };
}
