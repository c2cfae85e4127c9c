import {
  type WorkerStatus,
  WorkerStatusSchema,
} from '../../../../shared/contract/inference/inference-workers.contract.ts';
import { asJson } from '../../../db/define-model.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { recentSamples, type WorkersContext, workerRows } from './inference-workers.repository.ts';

/** Returns the inference workers as their rows say, and the address that programs are given. */
export async function listWorkers(ctx: WorkersContext, inferenceUrl: string) {
  const rows = await workerRows(ctx);
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
}

/** Returns the samples of the latest minutes, for the charts. */
export async function workerHistory(ctx: WorkersContext) {
  const rows = await recentSamples(ctx);
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
}

/** Returns the worker with the shortest queue that can answer now; or why there is none, as a sentence. */
export async function findReadyWorker(
  ctx: WorkersContext,
): Promise<{ address: string; model: string } | string> {
  const online = (await workerRows(ctx)).flatMap(({ address, isOnline, status: stored }) => {
    const status = isOnline ? statusOf(stored) : null;
    return status ? [{ address, status }] : [];
  });
  const [best] = online
    .flatMap(({ address, status: { state, model, waiting } }) =>
      state === 'ready' && model ? [{ address, model: model.id, waiting }] : [],
    )
    .sort((one, other) => one.waiting - other.waiting);
  if (best) return { address: best.address, model: best.model };
  const [other] = online;
  if (!other) return 'No inference worker is online. `npm start` runs one alongside the server.';
  const { error, state } = other.status;
  return state === 'failed' ? `The model cannot be loaded. ${error ?? ''}`.trim() : 'The model is loading.';
}

/** Returns the status without the folder of models, which has a route of its own; null for a row of another version. */
function statusOf(stored: unknown): WorkerStatus | null {
  const { models: _models, ...status } = asJson<WorkerStatus & { models?: unknown }>(stored);
  return WorkerStatusSchema.safeParse(status).data ?? null;
}
