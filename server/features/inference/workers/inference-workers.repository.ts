import type { WorkerSpan } from '../../../../shared/contract/inference/inference-workers.contract.ts';
import type { WorkerModels } from '../../../../shared/domain/worker-models.ts';
import { asJson } from '../../../db/define-model.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';

/** A worker writes its status every second. After this many seconds without one it counts as offline. */
const SILENCE_SECONDS = 4;
const SPAN_MINUTES: Readonly<Record<WorkerSpan, number>> = { quarter: 15, day: 24 * 60, week: 7 * 24 * 60 };
/** A week of two workers, or a quarter of an hour of twenty. */
const SAMPLES_MAX = 4_100;

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

/** Returns the bytes that left the server's machine for the model in so many days, by the host that received them. */
export async function egressSince({ db, tx }: WorkersContext, days: number) {
  const rows = await db.select<{ host: string; bytes: string }>(
    `SELECT host, SUM(bytes) AS bytes FROM model_egress
     WHERE day > UTC_DATE() - INTERVAL :days DAY GROUP BY host ORDER BY bytes DESC LIMIT 20`,
    { days },
    tx,
  );
  return rows.map(({ host, bytes }) => ({ host, bytes: Number(bytes) }));
}

/** Returns the samples of all workers in a span, oldest first: of a long one, those that are kept. */
export async function samplesOf({ db, tx }: WorkersContext, span: WorkerSpan) {
  const newest = await db.select<{ workerId: Buffer; at: Date; sample: unknown }>(
    `SELECT worker_id AS workerId, at, sample FROM inference_samples
     WHERE is_kept ${span === 'quarter' ? 'IN (0, 1)' : '= 1'}
       AND at > UTC_TIMESTAMP(3) - INTERVAL :minutes MINUTE
     ORDER BY at DESC LIMIT ${SAMPLES_MAX}`,
    { minutes: SPAN_MINUTES[span] },
    tx,
  );
  return newest.reverse();
}
