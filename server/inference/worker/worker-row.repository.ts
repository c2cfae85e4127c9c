import type { Database } from '../../db/database.ts';

/** Minutes after which samples, and the rows of workers that no longer report, are deleted. */
const KEPT_MINUTES = 16;
/** One sample in so many minutes is kept for so many days. */
const LONG = { minutes: 5, days: 7 } as const;

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
    `INSERT INTO inference_samples (worker_id, at, sample, is_kept)
     SELECT :id, UTC_TIMESTAMP(3), :sample, NOT EXISTS (
       SELECT 1 FROM inference_samples s
       WHERE s.worker_id = :id AND s.is_kept = 1 AND s.at > UTC_TIMESTAMP(3) - INTERVAL :every MINUTE)`,
    { id, sample, every: LONG.minutes },
  );
  const minutes = KEPT_MINUTES;
  await db.run(
    'DELETE FROM inference_samples WHERE is_kept = 0 AND at < UTC_TIMESTAMP(3) - INTERVAL :minutes MINUTE LIMIT 1000',
    { minutes },
  );
  await db.run(
    'DELETE FROM inference_samples WHERE is_kept = 1 AND at < UTC_TIMESTAMP(3) - INTERVAL :days DAY LIMIT 1000',
    { days: LONG.days },
  );
  await db.run('DELETE FROM inference_workers WHERE seen_at < UTC_TIMESTAMP(3) - INTERVAL :minutes MINUTE', {
    minutes,
  });
}

/** Deletes the row of a worker that is shutting down. */
export async function deleteWorkerRow(db: Database, id: Buffer): Promise<void> {
  await db.run('DELETE FROM inference_workers WHERE id = :id', { id });
}

/** Adds bytes that have left this machine for the model to the sum of the day and host. */
export async function addEgress(db: Database, host: string, bytes: number): Promise<void> {
  await db.run(
    `INSERT INTO model_egress (day, host, bytes) VALUES (UTC_DATE(), :host, :bytes)
     ON DUPLICATE KEY UPDATE bytes = bytes + :bytes`,
    { host: host.slice(0, 255), bytes },
  );
}
