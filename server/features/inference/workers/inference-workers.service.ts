import {
  type WorkerStatus,
  WorkerStatusSchema,
} from '../../../../shared/contract/inference-workers.contract.ts';
import type { Database } from '../../../db/database.ts';
import { asJson } from '../../../db/define-model.ts';
import { encodeId } from '../../../kernel/ids.ts';

/** A worker writes its status every second; after this long without one it is offline. */
const SILENCE_SECONDS = 4;
const HISTORY_MINUTES = 15;

export type InferenceWorkersService = ReturnType<typeof createInferenceWorkersService>;

/** The inference workers, from the rows that they write. They belong to no workspace. */
export function createInferenceWorkersService(database: Database, inferenceUrl: string) {
  const service = {
    /** Returns the worker with the shortest queue that can answer now; or why there is none, as a sentence. */
    findReady: async (): Promise<{ address: string; model: string } | string> => {
      const online = (await service.list()).data.filter((worker) => worker.isOnline);
      const [best] = online
        .flatMap(({ address, status: { state, model, waiting } }) =>
          state === 'ready' && model ? [{ address, model: model.id, waiting }] : [],
        )
        .sort((one, other) => one.waiting - other.waiting);
      if (best) return { address: best.address, model: best.model };
      const [other] = online;
      if (!other) return 'No inference worker is online. `npm start` runs one beside the server.';
      const { error, state } = other.status;
      return state === 'failed'
        ? `The model cannot be loaded. ${error ?? ''}`.trim()
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
        data: rows.flatMap((row) => {
          const status = statusOf(row.status);
          if (!status) return [];
          return [
            {
              id: encodeId('inferenceWorker', row.id),
              address: row.address,
              isOnline: Boolean(row.isOnline),
              startedAt: row.startedAt.toISOString(),
              seenAt: row.seenAt.toISOString(),
              status,
            },
          ];
        }),
      };
    },
    history: async () => {
      const rows = await database.select<{ workerId: Buffer; at: Date; sample: unknown }>(
        `SELECT worker_id AS workerId, at, sample FROM inference_samples
         WHERE at > UTC_TIMESTAMP(3) - INTERVAL :minutes MINUTE ORDER BY at`,
        { minutes: HISTORY_MINUTES },
      );
      return {
        data: rows.flatMap((row) => {
          const status = statusOf(row.sample);
          if (!status) return [];
          const { engineMemoryBytes, host, tokensPerSecond, waiting, slots, latency } = status;
          return [
            {
              workerId: encodeId('inferenceWorker', row.workerId),
              at: row.at.toISOString(),
              engineMemoryBytes,
              memoryUsedBytes: host.memoryUsedBytes,
              load: host.load,
              tokensPerSecond,
              waiting,
              firstTokenMs: latency?.firstTokenMs ?? null,
              busySlots: slots.filter((slot) => slot.state !== 'idle').length,
            },
          ];
        }),
      };
    },
  };
  return service;
}

/** The status without the folder of models, which has a route of its own; null for a row of another version. */
function statusOf(stored: unknown): WorkerStatus | null {
  const { models: _models, ...status } = asJson<WorkerStatus & { models?: unknown }>(stored);
  return WorkerStatusSchema.safeParse(status).data ?? null;
}
