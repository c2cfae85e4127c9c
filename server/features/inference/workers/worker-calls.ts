import type { Database } from '../../../db/database.ts';

/**
 * The calls of this process that are running, by worker. A worker reports its load once a second, which is too late for
 * calls that begin together. Workers without calls are left out, so the map is as small as there are workers.
 */
const calls = new WeakMap<Database, Map<string, number>>();

/** Returns how many calls of this process a worker is answering. */
export function runningOn(db: Database, address: string): number {
  return calls.get(db)?.get(address) ?? 0;
}

/** Notes that a call to a worker begins; returns what to call at its end. */
export function beginCall(db: Database, address: string): () => void {
  const running = calls.get(db) ?? new Map<string, number>();
  calls.set(db, running);
  running.set(address, (running.get(address) ?? 0) + 1);
  return () => {
    const left = (running.get(address) ?? 1) - 1;
    if (left > 0) running.set(address, left);
    else running.delete(address);
  };
}
