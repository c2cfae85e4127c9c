import type { Database } from '../../db/database.ts';

const BATCH = 1_000;

/** Deletes what has been kept for as long as its workspace wanted. @returns how many. */
export async function purgePrompts(database: Database, now = new Date()): Promise<number> {
  let purged = 0;
  for (;;) {
    const gone = await database.run(
      `/* system: housekeeping */ DELETE FROM prompt_log WHERE expires_at <= :now LIMIT ${BATCH}`,
      { now },
    );
    purged += gone;
    if (gone < BATCH) return purged;
  }
}
