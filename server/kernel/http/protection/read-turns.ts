import type { IncomingMessage, ServerResponse } from 'node:http';
import { callerOf } from './caller.ts';

/**
 * The reads of one caller that are worked on at a time: with as many, a server is busy, and more would only make each turn
 * of the event loop longer for all others.
 */
const READS_MAX = 8;

/** Lets the reads of one caller wait for each other. */
export interface ReadTurns {
  /** Calls `start` at once or when an earlier read of the caller has ended; never if the caller disconnects first. */
  take(req: IncomingMessage, res: ServerResponse, start: () => void): void;
}

export function createReadTurns(max = READS_MAX): ReadTurns {
  const callers = new Map<string, { running: number; waiting: Set<() => void> }>();
  return {
    take: (req, res, start) => {
      const name = callerOf(req);
      const caller = callers.get(name) ?? { running: 0, waiting: new Set() };
      callers.set(name, caller);
      let isRunning = false;
      const run = () => {
        caller.waiting.delete(run);
        caller.running += 1;
        isRunning = true;
        start();
      };
      res.once('close', () => {
        caller.waiting.delete(run);
        if (isRunning) {
          caller.running -= 1;
          const [next] = caller.waiting;
          next?.();
        }
        if (caller.running === 0 && caller.waiting.size === 0) callers.delete(name);
      });
      if (caller.running < max) run();
      else caller.waiting.add(run);
    },
  };
}
