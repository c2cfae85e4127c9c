import type { Response } from 'express';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Redis } from '../redis/redis.ts';

/** A named allowance per minute. */
export interface Limit {
  name: string;
  /** What is counted, and whose, as a sentence goes on after the number: `requests a minute for this API key`. */
  counts: string;
  perMinute: number;
}

type HeaderSink = Pick<Response, 'getHeader' | 'setHeader'>;

export interface RateLimiter {
  /** Counts one call of `subject`, says so in the answer's headers, and throws `rate_limited` past the limit. */
  take(res: HeaderSink, subject: string): Promise<void>;
}

const SECONDS = 60;
/** Tolerated Redis delay. */
const SLACK_MS = 1_000;

/**
 * Counts in Redis where there is one, so over all servers; by this process alone where there is none or
 * while it is away: a limiter that cannot count must not stop the API.
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
          eval: (script: string, args: object) => redis.ask((client) => client.eval(script, args)),
          del: (key: string) => redis.ask((client) => client.del(key)),
        },
        useRedisPackage: true,
        insuranceLimiter: memory,
      })
    : memory;
  return {
    take: async (res, subject) => {
      let { state, isRefused } = await consume(limiter, subject);
      // A window lasts a minute: what ends later was begun before a clock stepped back, and would refuse until then.
      if (state.msBeforeNext > SECONDS * 1_000 + SLACK_MS) {
        await limiter.delete(subject);
        ({ state, isRefused } = await consume(limiter, subject));
      }
      tell(res, limit, state);
      if (isRefused) throw refused(limit, Math.max(1, Math.ceil(state.msBeforeNext / 1_000)));
    },
  };
}

async function consume(limiter: Pick<RateLimiterMemory, 'consume'>, subject: string) {
  try {
    return { state: await limiter.consume(subject), isRefused: false };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { state: refusal, isRefused: true };
  }
}

function refused({ name, counts, perMinute }: Limit, seconds: number): AppError {
  const again = `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new AppError('rate_limited', {
    message: `The limit of ${perMinute} ${counts} is reached. ${again}`,
    details: [{ path: name, message: `allows ${perMinute} ${counts}` }],
    retryAfter: seconds,
  });
}

/** The two structured fields of the current draft; several limits of one answer are joined by commas. */
function tell(res: HeaderSink, limit: Limit, state: RateLimiterRes): void {
  append(res, 'RateLimit-Policy', `"${limit.name}";q=${limit.perMinute};w=${SECONDS}`);
  const seconds = Math.ceil(state.msBeforeNext / 1_000);
  append(res, 'RateLimit', `"${limit.name}";r=${Math.max(0, state.remainingPoints)};t=${seconds}`);
}

function append(res: HeaderSink, header: string, value: string): void {
  const before = res.getHeader(header);
  res.setHeader(header, before ? `${String(before)}, ${value}` : value);
}
