import type { WorkerModels } from '../../../../shared/domain/worker-models.ts';
import { asJson } from '../../../db/define-model.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';

/** A worker writes its status every second. After this many seconds without one it counts as offline. */
const SILENCE_SECONDS = 4;
const HISTORY_MINUTES = 15;

/** Workers belong to the server: none of their rows belongs to a workspace. */
export type WorkersContext = Pick<QueryContext, 'db' | 'tx'>;

/** Returns the rows of all workers, longest-running first. */
export function workerRows({ db, tx }: WorkersContext) {
  return db.select<{
    id: Buffer;
    address: string;
    startedAt: Date;
    seenAt: Date;
    status: unknown;
    isOnline: number;
  }>(
    `SELECT id, address, started_at AS startedAt, seen_at AS seenAt, status,
       seen_at > UTC_TIMESTAMP(3) - INTERVAL :seconds SECOND AS isOnline
     FROM inference_workers ORDER BY started_at`,
    { seconds: SILENCE_SECONDS },
    tx,
  );
}

/** Returns the model folder of each online worker, longest-running first. */
export async function modelsOfWorkers({ db, tx }: WorkersContext): Promise<WorkerModels[]> {
  const rows = await db.select<{ status: unknown }>(
    `SELECT status FROM inference_workers
     WHERE seen_at > UTC_TIMESTAMP(3) - INTERVAL :seconds SECOND ORDER BY started_at`,
    { seconds: SILENCE_SECONDS },
    tx,
  );
  return rows.flatMap(({ status }) => asJson<{ models?: WorkerModels }>(status).models ?? []);
}

/** Returns the recent samples of all workers, oldest first. */
export function recentSamples({ db, tx }: WorkersContext) {
  return db.select<{ workerId: Buffer; at: Date; sample: unknown }>(
    `SELECT worker_id AS workerId, at, sample FROM inference_samples
     WHERE at > UTC_TIMESTAMP(3) - INTERVAL :minutes MINUTE ORDER BY at`,
    { minutes: HISTORY_MINUTES },
    tx,
  );
}
