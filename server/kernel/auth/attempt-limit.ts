import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Redis } from '../redis/redis.ts';

/** A limit on attempts that can succeed or fail, such as passwords, with a delay that grows. */
export interface AttemptLimit {
  /**
   * Counts an attempt before it is made, so that attempts at the same time count too.
   * @throws {AppError} rate_limited while the subject has to wait.
   */
  take(subject: string): Promise<void>;
  /** Takes back an attempt that was counted and then not made. */
  takeBack(subject: string): Promise<void>;
  /** Forgets the attempts of a subject, after one that succeeded. */
  clear(subject: string): Promise<void>;
}

/** Attempts without a delay: people mistype. */
export const FREE_ATTEMPTS = 5;
/** The delay after them. It doubles with each further attempt, up to the longest. */
const FIRST_DELAY_MS = 5_000;
const LONGEST_DELAY_MS = 15 * 60_000;
/** Attempts are forgotten a day after the last one. */
const FORGET_MS = 24 * 60 * 60_000;
/** Subjects that this process remembers; the ones longest without an attempt are dropped first. */
const MAX_SUBJECTS = 50_000;

/** Where attempts are counted. */
interface AttemptStore {
  /** Returns the milliseconds to wait; 0 when the attempt was counted and may be made. */
  count(subject: string): Promise<number>;
  takeBack(subject: string): Promise<void>;
  clear(subject: string): Promise<void>;
}

/**
 * Creates a limit that counts in Redis, for all servers, or in this process when Redis is not configured or
 * unavailable: a limit that cannot count must not stop sign-ins.
 */
export function createAttemptLimit(name: string, redis: Redis | null): AttemptLimit {
  const memory = memoryStore();
  const shared = redis && redisStore(redis, name);
  const attempt = async <T>(use: (store: AttemptStore) => Promise<T>): Promise<T> => {
    if (!shared) return use(memory);
    try {
      return await use(shared);
    } catch {
      // `redis` logs the failure.
      return use(memory);
    }
  };
  // Addresses of people do not belong in Redis, and a hash has one length.
  const keyOf = (subject: string) => createHash('sha256').update(`${name}\0${subject}`).digest('base64url');
  return {
    take: async (subject) => {
      const wait = await attempt((store) => store.count(keyOf(subject)));
      if (wait > 0) throw tooManyAttempts(Math.ceil(wait / 1_000));
    },
    takeBack: (subject) => attempt((store) => store.takeBack(keyOf(subject))),
    clear: (subject) => attempt((store) => store.clear(keyOf(subject))),
  };
}

/** Returns the delay after an attempt: none for the first ones, then 5 s, 10 s, … up to 15 minutes. */
export function delayAfter(attempts: number): number {
  if (attempts < FREE_ATTEMPTS) return 0;
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - FREE_ATTEMPTS));
}

function memoryStore(): AttemptStore {
  const subjects = new Map<string, { attempts: number; last: number; until: number }>();
  return {
    count: async (subject) => {
      const now = performance.now();
      const known = subjects.get(subject);
      if (known && known.until > now) return known.until - now;
      const attempts = (known && now - known.last < FORGET_MS ? known.attempts : 0) + 1;
      subjects.delete(subject);
      subjects.set(subject, { attempts, last: now, until: now + delayAfter(attempts) });
      const [oldest] = subjects.keys();
      if (subjects.size > MAX_SUBJECTS && oldest !== undefined) subjects.delete(oldest);
      return 0;
    },
    takeBack: async (subject) => {
      const known = subjects.get(subject);
      if (known) subjects.set(subject, { ...known, attempts: Math.max(0, known.attempts - 1), until: 0 });
    },
    clear: async (subject) => {
      subjects.delete(subject);
    },
  };
}

/** Counts in one step: two servers cannot both take the last free attempt. */
const COUNT = `
local wait = redis.call('PTTL', KEYS[2])
if wait > 0 then return wait end
local attempts = redis.call('INCR', KEYS[1])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
local beyond = attempts - tonumber(ARGV[2])
if beyond >= 0 then
  local delay = math.min(tonumber(ARGV[4]), tonumber(ARGV[3]) * 2 ^ math.min(beyond, 30))
  redis.call('SET', KEYS[2], '1', 'PX', math.floor(delay))
end
return 0`;

/** Does not create a count that has ended. */
const TAKE_BACK = `
redis.call('DEL', KEYS[2])
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end
return 0`;

function redisStore(redis: Redis, name: string): AttemptStore {
  // The braces put both keys on the same server of a cluster.
  const keys = (subject: string) => {
    const base = `switchboard:attempts:${name}:{${subject}}`;
    return [base, `${base}:wait`];
  };
  const limits = [FORGET_MS, FREE_ATTEMPTS, FIRST_DELAY_MS, LONGEST_DELAY_MS].map(String);
  return {
    count: async (subject) =>
      Number(await redis.run((client) => client.eval(COUNT, { keys: keys(subject), arguments: limits }))),
    takeBack: async (subject) => {
      await redis.run((client) => client.eval(TAKE_BACK, { keys: keys(subject), arguments: [] }));
    },
    clear: async (subject) => {
      await redis.run((client) => client.del(keys(subject)));
    },
  };
}

function tooManyAttempts(seconds: number): AppError {
  const minutes = Math.ceil(seconds / 60);
  const time = seconds < 120 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${minutes} minutes`;
  return new AppError('rate_limited', {
    message: `Too many attempts. Try again in ${time}.`,
    retryAfter: seconds,
  });
}
