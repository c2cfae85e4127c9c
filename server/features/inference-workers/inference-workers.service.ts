import type { WorkerStatus } from '../../../shared/contract/inference-workers.contract.ts';
import type { Database } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';
import { encodeId } from '../../kernel/ids.ts';

/** A worker tells every second how it is; after this long without a word it is gone. */
const SILENCE_SECONDS = 4;
const HISTORY_MINUTES = 15;

export type InferenceWorkersService = ReturnType<typeof createInferenceWorkersService>;

/** The workers of the model's endpoint, from what they write into the database. They belong to no workspace. */
export function createInferenceWorkersService(database: Database, inferenceUrl: string) {
  const service = {
    /** A worker that can answer now, the one with the shortest queue; or why there is none, in words. */
    findReady: async (): Promise<{ address: string; model: string } | string> => {
      const online = (await service.list()).data.filter((worker) => worker.isOnline);
      const [best] = online
        .flatMap(({ address, status: { state, model, waiting } }) =>
          state === 'ready' && model ? [{ address, model: model.id, waiting }] : [],
        )
        .sort((one, other) => one.waiting - other.waiting);
      if (best) return { address: best.address, model: best.model };
      const [other] = online;
      if (!other) return 'No worker of the model is online. `npm start` runs one beside the server.';
      const { fault, state } = other.status;
      return state === 'failed'
        ? `The model cannot be loaded. ${fault ?? ''}`.trim()
        : 'The model is loading.';
    },
    list: async () => {
      const rows = await database.select<{
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
      );
      return {
        inferenceUrl,
        data: rows.map((row) => ({
          id: encodeId('inferenceWorker', row.id),
          address: row.address,
          isOnline: Boolean(row.isOnline),
          startedAt: row.startedAt.toISOString(),
          seenAt: row.seenAt.toISOString(),
          status: statusOf(row.status),
        })),
      };
    },
    history: async () => {
      const rows = await database.select<{ workerId: Buffer; at: Date; sample: unknown }>(
        `SELECT worker_id AS workerId, at, sample FROM inference_samples
         WHERE at > UTC_TIMESTAMP(3) - INTERVAL :minutes MINUTE ORDER BY at`,
        { minutes: HISTORY_MINUTES },
      );
      return {
        data: rows.map((row) => {
          const { residentBytes, load, tokensPerSecond, waiting, slots, latency } = asJson<WorkerStatus>(
            row.sample,
          );
          return {
            workerId: encodeId('inferenceWorker', row.workerId),
            at: row.at.toISOString(),
            residentBytes,
            load,
            tokensPerSecond,
            waiting,
            firstTokenMs: latency?.firstTokenMs ?? null,
            busySlots: slots.filter((slot) => slot.state !== 'idle').length,
          };
        }),
      };
    },
  };
  return service;
}

/** What a row says besides, of its folder of models, has a route of its own. */
function statusOf(stored: unknown): WorkerStatus {
  const { models: _models, ...status } = asJson<WorkerStatus & { models?: unknown }>(stored);
  return status;
}
