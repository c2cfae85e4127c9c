import type { Database } from './database.ts';
import { isTimeout } from './database-errors.ts';
import { migrationStatus } from './migrate.ts';
import { PROBE_LIMITS } from './time-limits.ts';

/** How long an answer of the database counts for those who ask next. */
const FRESH_MS = 1_000;
/** How long a refused write counts. A full disk refuses some writes and not others, so a success says nothing. */
const REFUSED_WRITE_MS = 5_000;

/**
 * Returns a function that says why the database cannot serve; null when it can. It answers within 2 seconds.
 * However often it is called, at most one probe runs at a time, and at most one a second.
 */
export function createReadiness(database: Database): () => Promise<string | null> {
  const probed = database.withLimits(PROBE_LIMITS);
  let probe: Promise<string | null> | undefined;
  let freshUntil = 0;

  async function ask(): Promise<string | null> {
    try {
      const { pending } = await migrationStatus(probed);
      if (pending.length > 0) return 'the database is being migrated';
      if (performance.now() - database.lastRefusedWriteAt() < REFUSED_WRITE_MS)
        return 'the database takes no writes: its disk is full, or it is read-only';
      return null;
    } catch (error) {
      return isTimeout(error) ? 'the database does not answer' : 'the database cannot be reached';
    } finally {
      freshUntil = performance.now() + FRESH_MS;
    }
  }

  return () => {
    if (probe === undefined || performance.now() >= freshUntil) {
      freshUntil = Number.POSITIVE_INFINITY;
      probe = ask();
    }
    return probe;
  };
}
