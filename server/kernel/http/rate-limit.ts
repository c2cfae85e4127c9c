import type { Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../../shared/domain/errors.ts';

/** A named allowance per minute, counted by this process. */
export interface Limit {
  name: string;
  perMinute: number;
}

type HeaderSink = Pick<Response, 'getHeader' | 'setHeader'>;

export interface RateLimiter {
  /** Counts one call of `subject`, says so in the answer's headers, and throws `rate_limited` past the limit. */
  take(res: HeaderSink, subject: string): Promise<void>;
}

const SECONDS = 60;

export function createRateLimiter(limit: Limit): RateLimiter {
  const limiter = new RateLimiterMemory({
    points: limit.perMinute,
    duration: SECONDS,
    keyPrefix: limit.name,
  });
  return {
    take: async (res, subject) => {
      let state: RateLimiterRes;
      try {
        state = await limiter.consume(subject);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        tell(res, limit, refusal);
        res.setHeader('Retry-After', String(Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000))));
        throw new AppError('rate_limited');
      }
      tell(res, limit, state);
    },
  };
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
