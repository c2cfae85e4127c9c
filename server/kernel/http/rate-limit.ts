import type { Response } from 'express';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Redis } from '../redis/redis.ts';

/** A named limit per minute. */
export interface Limit {
  name: string;
  /** What is counted, worded to follow the number: `requests a minute for this API key`. */
  counts: string;
  perMinute: number;
}

type HeaderSink = Pick<Response, 'getHeader' | 'setHeader'>;

export interface RateLimiter {
  /** Counts a call of `subject`, sets the response's headers, and throws `rate_limited` above the limit. */
  take(res: HeaderSink, subject: string): Promise<void>;
}

const SECONDS = 60;
/** Tolerated Redis delay. */
const SLACK_MS = 1_000;

/**
 * Counts in Redis, for all servers, or in this process when Redis is not configured or unavailable: a limiter
 * that cannot count must not stop the API.
 */
export function createRateLimiter(limit: Limit, redis: Redis | null): RateLimiter {
  const options = {
    points: limit.perMinute,
    duration: SECONDS,
    keyPrefix: `switchboard:limit:${limit.name}`,
  };
  const memory = new RateLimiterMemory(options);
  const limiter = redis
    ? new RateLimiterRedis({
        ...options,
        storeClient: {
          eval: (script: string, args: object) => redis.run((client) => client.eval(script, args)),
          del: (key: string) => redis.run((client) => client.del(key)),
        },
        useRedisPackage: true,
        insuranceLimiter: memory,
      })
    : memory;
  return {
    take: async (res, subject) => {
      let { state, isExceeded } = await consume(limiter, subject);
      // A window lasts a minute. One that ends later began before the clock stepped back: reset it.
      if (state.msBeforeNext > SECONDS * 1_000 + SLACK_MS) {
        await limiter.delete(subject);
        ({ state, isExceeded } = await consume(limiter, subject));
      }
      setHeaders(res, limit, state);
      if (isExceeded) throw limitError(limit, Math.max(1, Math.ceil(state.msBeforeNext / 1_000)));
    },
  };
}

/** Returns a limiter that allows as many calls of a subject again as `reserve` does, once `shared` allows no more. */
export function withReserve(shared: RateLimiter, reserve: RateLimiter): RateLimiter {
  return {
    take: async (res, subject) => {
      try {
        await shared.take(res, subject);
      } catch (exceeded) {
        if (!(exceeded instanceof AppError)) throw exceeded;
        await reserve.take(res, subject).catch(() => Promise.reject(exceeded));
      }
    },
  };
}

async function consume(limiter: Pick<RateLimiterMemory, 'consume'>, subject: string) {
  try {
    return { state: await limiter.consume(subject), isExceeded: false };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return { state: error, isExceeded: true };
  }
}

function limitError({ name, counts, perMinute }: Limit, seconds: number): AppError {
  const again = `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new AppError('rate_limited', {
    message: `The limit of ${perMinute} ${counts} is reached. ${again}`,
    details: [{ path: name, message: `allows ${perMinute} ${counts}` }],
    retryAfter: seconds,
  });
}

/** Adds the two structured fields of the current draft; several limits of a response are joined by commas. */
function setHeaders(res: HeaderSink, limit: Limit, state: RateLimiterRes): void {
  append(res, 'RateLimit-Policy', `"${limit.name}";q=${limit.perMinute};w=${SECONDS}`);
  const seconds = Math.ceil(state.msBeforeNext / 1_000);
  append(res, 'RateLimit', `"${limit.name}";r=${Math.max(0, state.remainingPoints)};t=${seconds}`);
}

function append(res: HeaderSink, header: string, value: string): void {
  const before = res.getHeader(header);
  res.setHeader(header, before ? `${String(before)}, ${value}` : value);
}
