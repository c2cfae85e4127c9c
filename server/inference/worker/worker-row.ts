import type { WorkerStatus } from '../../../shared/contract/inference-workers.contract.ts';
import type { WorkerModels } from '../../../shared/domain/worker-models.ts';
import type { Database } from '../../db/database.ts';
import { newKey } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/logging/logger.ts';

const BEAT_MS = 1_000;
const SAMPLE_MS = 5_000;
const KEPT_MINUTES = 16;

/**
 * Registers this worker: its row has its status of every second, and every five seconds a sample for the charts.
 * A worker whose row is no longer written is offline.
 */
export function startWorkerRow(
  database: Database,
  {
    address,
    status,
    models,
    sample,
    logger,
    everyMs = BEAT_MS,
  }: {
    address: string;
    status: () => WorkerStatus;
    /** Its folder of models. */
    models: () => WorkerModels;
    /** A reader of its own: speed is measured from one sample to the next. */
    sample: () => WorkerStatus;
    logger: Logger;
    everyMs?: number | undefined;
  },
) {
  const id = newKey();
  const startedAt = new Date();
  let timer: NodeJS.Timeout | undefined;
  let sampledAt = 0;
  let isFailing = false;
  let isStopped = false;
  let beating: Promise<void> = Promise.resolve();

  async function beat(): Promise<void> {
    const now = new Date();
    const current = JSON.stringify({ ...status(), models: models() });
    await database.run(
      `INSERT INTO inference_workers (id, address, started_at, seen_at, status)
       VALUES (:id, :address, :startedAt, UTC_TIMESTAMP(3), :status)
       ON DUPLICATE KEY UPDATE seen_at = UTC_TIMESTAMP(3), status = VALUES(status)`,
      { id, address, startedAt, status: current },
    );
    if (now.getTime() - sampledAt < SAMPLE_MS) return;
    sampledAt = now.getTime();
    await database.run(
      'INSERT INTO inference_samples (worker_id, at, sample) VALUES (:id, UTC_TIMESTAMP(3), :sample)',
      { id, sample: JSON.stringify(sample()) },
    );
    const minutes = KEPT_MINUTES;
    await database.run(
      'DELETE FROM inference_samples WHERE at < UTC_TIMESTAMP(3) - INTERVAL :minutes MINUTE LIMIT 1000',
      { minutes },
    );
    await database.run(
      'DELETE FROM inference_workers WHERE seen_at < UTC_TIMESTAMP(3) - INTERVAL :minutes MINUTE',
      { minutes },
    );
  }

  function next(): void {
    beating = beat().then(
      () => {
        isFailing = false;
      },
      (error) => {
        // Logged once: a database that is away for an hour is not 3,600 lines.
        if (!isFailing) logger.warn({ err: error }, 'this worker cannot write its status');
        isFailing = true;
      },
    );
    void beating.then(() => {
      if (!isStopped) timer = setTimeout(next, everyMs);
    });
  }
  next();

  return {
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      await beating;
      await database.run('DELETE FROM inference_workers WHERE id = :id', { id }).catch(() => undefined);
    },
  };
}
