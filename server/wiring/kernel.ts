import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { createRecordAudit } from '../features/audit-log/index.ts';
import type { UserActor } from '../kernel/auth/actor.ts';
import { createKeyring } from '../kernel/crypto/keyring.ts';
import { createCursors } from '../kernel/http/cursor.ts';
import { createRateLimiter } from '../kernel/http/rate-limit.ts';
import { createOnce } from '../kernel/idempotency/once.ts';
import type { Logger } from '../kernel/logging/logger.ts';
import { createMetrics } from '../kernel/metrics/metrics.ts';
import { createRelay, latestSeq, type StoredEvent } from '../kernel/outbox/relay.ts';
import { createUnitOfWork } from '../kernel/outbox/unit-of-work.ts';
import { createRealtime } from '../kernel/realtime/socket-server.ts';
import { createRedis, type Redis } from '../kernel/redis/redis.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';

export interface KernelOptions {
  config: Config & { databaseUrl: string; secretKey: string };
  logger: Logger;
  database: Database;
  /** Whose ticket for a socket this is. */
  redeem(ticket: string): Promise<UserActor | null>;
  /** Events, on their way to webhooks. */
  fanOut(scope: TenantScope, events: readonly StoredEvent[]): Promise<void>;
}

export type Kernel = ReturnType<typeof wireKernel>;

/** What every other part stands on: the database, keys, limits, and the way of events. */
export function wireKernel({ config, logger, database, redeem, fanOut }: KernelOptions) {
  const keyring = createKeyring(config.secretKey, config.previousSecretKeys);
  const redis = config.redisUrl ? createRedis(config.redisUrl, logger) : null;
  const realtime = createRealtime({
    logger,
    redis,
    redeem,
    latestSeq: (scope) => latestSeq(database, scope),
  });
  const relay = createRelay(database, [realtime.publish, fanOut], logger);
  return {
    config,
    logger,
    database,
    redis,
    keyring,
    realtime,
    relay,
    metrics: createMetrics(),
    cursors: createCursors(keyring),
    limits: createLimits(config, redis),
    once: createOnce(database, logger),
    inUnitOfWork: createUnitOfWork(database, relay.wake),
    recordAudit: createRecordAudit(database),
  };
}

/** What may be asked in a minute, and by whom. Over all servers where they share a Redis. */
function createLimits({ rateLimits }: Config, redis: Redis | null) {
  const limit = (name: string, counts: string, perMinute: number) =>
    createRateLimiter({ name, counts, perMinute }, redis);
  return {
    perKey: limit('key', 'requests a minute for this API key', rateLimits.keyPerMinute),
    perTenant: limit('tenant', 'requests a minute for this workspace', rateLimits.tenantPerMinute),
    perAddress: limit('sign-in', 'sign-ins a minute from this address', rateLimits.loginPerMinute),
  };
}
