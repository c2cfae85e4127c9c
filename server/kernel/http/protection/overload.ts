import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../../../shared/domain/errors.ts';
import { callerOf } from './caller.ts';

/** Refuses requests when there are more than the server can answer. Health checks do not pass through it. */
export interface Overload {
  /** Counts a request until its response has ended. Returns the error with which it is refused; null to serve it. */
  request(req: IncomingMessage, res: ServerResponse): AppError | null;
  /** Returns the error with which a callback of the platform is refused: the last that is. */
  callback(): AppError | null;
}

export interface OverloadOptions {
  /** Returns how long one turn of the event loop takes at present. `probe` is called for each request before. */
  loop: { probe(): void; turnMs(): number };
  /** Returns how long work waits for a connection to the database. */
  databaseWaitMs(): number;
  onRefused(kind: 'request' | 'callback'): void;
  random?: () => number;
}

/** Above these, requests wait longer than they are worked on. A request gives up on a connection after 2.5 s. */
const TURN_MS = 250;
const DATABASE_WAIT_MS = 1_000;
/** So many times above: everything is refused, of every caller, and callbacks too. */
const SEVERE = 4;
/** With fewer requests in progress, none is refused: they are slow for another reason. */
const IN_PROGRESS_MIN = 24;
/** How the refused share of requests changes while the server has too many of them, and after that. */
const STEP = { everyMs: 100, up: 0.1, down: 0.05 };
const LONGEST_RETRY_SECONDS = 5;

/**
 * Creates the protection against overload. It refuses a growing share of the requests of those callers who have at
 * least their share in progress, so that a flood of one does not refuse the few requests of another (decision 0377).
 * A caller is an API key or a session.
 */
export function createOverload(options: OverloadOptions): Overload {
  const { loop, databaseWaitMs, onRefused, random = Math.random } = options;
  const inProgress = new Map<string, number>();
  let total = 0;
  let refused = 0;
  let steppedAt = Number.NEGATIVE_INFINITY;

  /** Returns how far above the limits the server is: 1 is at a limit. Adjusts the refused share. */
  function level(): number {
    loop.probe();
    const now = Math.max(loop.turnMs() / TURN_MS, databaseWaitMs() / DATABASE_WAIT_MS);
    const at = performance.now();
    if (at - steppedAt >= STEP.everyMs) {
      steppedAt = at;
      refused = now > 1 ? Math.min(1, refused + STEP.up) : Math.max(0, refused - STEP.down);
    }
    return now;
  }

  function refuse(kind: 'request' | 'callback'): AppError {
    onRefused(kind);
    return new AppError('unavailable', {
      message: 'The server has more requests than it can answer. Nothing was stored. Try again soon.',
      // Not all at the same time.
      retryAfter: 1 + Math.floor(random() * LONGEST_RETRY_SECONDS * refused),
    });
  }

  function count(caller: string, res: ServerResponse): number {
    const mine = (inProgress.get(caller) ?? 0) + 1;
    inProgress.set(caller, mine);
    total += 1;
    res.once('close', () => {
      total -= 1;
      const left = (inProgress.get(caller) ?? 1) - 1;
      if (left > 0) inProgress.set(caller, left);
      else inProgress.delete(caller);
    });
    return mine;
  }

  return {
    request: (req, res) => {
      const now = level();
      const mine = count(callerOf(req), res);
      if (refused === 0 || total < IN_PROGRESS_MIN) return null;
      const hasShare = mine >= total / inProgress.size;
      return (hasShare || now > SEVERE) && random() < refused ? refuse('request') : null;
    },
    callback: () => (level() > SEVERE && random() < refused ? refuse('callback') : null),
  };
}

const PROBE_EVERY_MS = 25;
/** The weight of the newest turn: one long turn alone, a garbage collection, is not an overload. */
const WEIGHT = 0.25;
/** A measurement this old says nothing any more. */
const VALID_MS = 2_000;

/**
 * Measures how long a turn of the event loop takes, while requests arrive: a request that waits for the database
 * three times takes at least as many turns.
 */
export function createLoopMeter(): OverloadOptions['loop'] {
  let average = 0;
  let measuredAt = Number.NEGATIVE_INFINITY;
  let isProbing = false;
  return {
    probe: () => {
      if (isProbing || performance.now() - measuredAt < PROBE_EVERY_MS) return;
      isProbing = true;
      // From the end of this turn to the end of the next one.
      setImmediate(() => {
        const began = performance.now();
        setImmediate(() => {
          const now = performance.now();
          const before = now - measuredAt > VALID_MS ? 0 : average;
          average = before + WEIGHT * (now - began - before);
          measuredAt = now;
          isProbing = false;
        });
      });
    },
    turnMs: () => (performance.now() - measuredAt > VALID_MS ? 0 : average),
  };
}
