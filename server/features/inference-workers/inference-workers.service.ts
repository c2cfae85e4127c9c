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
  return {
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
          status: asJson<WorkerStatus>(row.status),
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
        data: rows.map((row) => ({
          workerId: encodeId('inferenceWorker', row.workerId),
          at: row.at.toISOString(),
          status: asJson<WorkerStatus>(row.sample),
        })),
      };
    },
  };
}
