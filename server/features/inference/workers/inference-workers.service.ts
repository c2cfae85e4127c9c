import {
  type WorkerStatus,
  WorkerStatusSchema,
} from '../../../../shared/contract/inference/inference-workers.contract.ts';
import { MODEL_REASONS } from '../../../../shared/domain/reasons/model-reasons.ts';
import { asJson } from '../../../db/define-model.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { recentSamples, type WorkersContext, workerRows } from './inference-workers.repository.ts';

/** Returns the inference workers from their rows, and the address for programs. */
export async function listWorkers(ctx: WorkersContext, inferenceUrl: string) {
  const rows = await workerRows(ctx);
  return {
    inferenceUrl,
    data: rows.flatMap((row) => {
      const status = statusOf(row.status);
      if (!status) return [];
      const error = MODEL_REASONS.read(status.error);
      return [
        {
          id: encodeId('inferenceWorker', row.id),
          address: row.address,
          isOnline: Boolean(row.isOnline),
          startedAt: row.startedAt.toISOString(),
          seenAt: row.seenAt.toISOString(),
          status,
          errorCode: error.code,
          errorParams: error.params,
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

/** Returns the ready worker with the shortest queue; or a sentence about why there is none. */
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

/** Returns the status without the models, which have their own route; null for a row of another version. */
function statusOf(stored: unknown): WorkerStatus | null {
  const { models: _models, ...status } = asJson<WorkerStatus & { models?: unknown }>(stored);
  return WorkerStatusSchema.safeParse(status).data ?? null;
}
