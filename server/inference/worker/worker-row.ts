import type { WorkerStatus } from '../../../shared/contract/inference/inference-workers.contract.ts';
import type { WorkerModels } from '../../../shared/domain/worker-models.ts';
import type { Database } from '../../db/database.ts';
import { newKey } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import { addWorkerSample, deleteWorkerRow, writeWorkerRow } from './worker-row.repository.ts';

const BEAT_MS = 1_000;
const SAMPLE_MS = 5_000;

/**
 * Registers this worker: updates its row with the status every second, and adds a chart sample every five
 * seconds. A worker whose row is no longer updated is offline.
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
    /** Returns the state of its models folder. */
    models: () => WorkerModels;
    /** A separate reader, because it measures speed from one sample to the next. */
    sample: () => WorkerStatus;
    logger: Logger;
    everyMs?: number | undefined;
  },
) {
  const id = newKey();
  const startedAt = new Date();
  let timer: NodeJS.Timeout | undefined;
  let sampledAt = Number.NEGATIVE_INFINITY;
  let isFailing = false;
  let isStopped = false;
  let beating: Promise<void> = Promise.resolve();

  async function beat(): Promise<void> {
    const current = JSON.stringify({ ...status(), models: models() });
    await writeWorkerRow(database, { id, address, startedAt, status: current });
    const now = performance.now();
    if (now - sampledAt < SAMPLE_MS) return;
    sampledAt = now;
    await addWorkerSample(database, id, JSON.stringify(sample()));
  }

  function next(): void {
    beating = beat().then(
      () => {
        isFailing = false;
      },
      (error) => {
        // Logged once: a database that is down for an hour must not produce 3,600 lines.
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
    /** Writes the status now, as far as the database allows. */
    report: async (): Promise<void> => {
      await beating;
      await beat().catch(() => undefined);
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      await beating;
      await deleteWorkerRow(database, id).catch(() => undefined);
    },
  };
}
