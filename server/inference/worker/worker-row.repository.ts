import type { Database } from '../../db/database.ts';

/** Minutes after which samples, and the rows of workers that no longer report, are deleted. */
const KEPT_MINUTES = 16;

/** Writes a worker's status and the time it was last seen, which is now. */
export async function writeWorkerRow(
  db: Database,
  row: { id: Buffer; address: string; startedAt: Date; status: string },
): Promise<void> {
  await db.run(
    `INSERT INTO inference_workers (id, address, started_at, seen_at, status)
     VALUES (:id, :address, :startedAt, UTC_TIMESTAMP(3), :status)
     ON DUPLICATE KEY UPDATE seen_at = UTC_TIMESTAMP(3), status = VALUES(status)`,
    row,
  );
}

/** Adds a chart sample for a worker, and deletes the outdated samples of all workers. */
export async function addWorkerSample(db: Database, id: Buffer, sample: string): Promise<void> {
  await db.run(
    'INSERT INTO inference_samples (worker_id, at, sample) VALUES (:id, UTC_TIMESTAMP(3), :sample)',
    { id, sample },
  );
  const minutes = KEPT_MINUTES;
  await db.run(
    'DELETE FROM inference_samples WHERE at < UTC_TIMESTAMP(3) - INTERVAL :minutes MINUTE LIMIT 1000',
    { minutes },
  );
  await db.run('DELETE FROM inference_workers WHERE seen_at < UTC_TIMESTAMP(3) - INTERVAL :minutes MINUTE', {
    minutes,
  });
}

/** Deletes the row of a worker that is shutting down. */
export async function deleteWorkerRow(db: Database, id: Buffer): Promise<void> {
  await db.run('DELETE FROM inference_workers WHERE id = :id', { id });
}
