import {
  EGRESS_DAYS,
  type WorkerSpan,
  type WorkerStatus,
  WorkerStatusSchema,
} from '../../../../shared/contract/inference/inference-workers.contract.ts';
import { MODEL_REASONS } from '../../../../shared/domain/reasons/model-reasons.ts';
import type { WorkerModels } from '../../../../shared/domain/worker-models.ts';
import type { Config } from '../../../config.ts';
import { asJson } from '../../../db/define-model.ts';
import { orderServers } from '../../../inference/placement/order-servers.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { countWorkspaces } from '../models/models.repository.ts';
import { egressSince, samplesOf, type WorkersContext, workerRows } from './inference-workers.repository.ts';
import { runningOn } from './worker-calls.ts';

/** The address for programs, and who manages the machine of the model. */
export interface WorkerSettings {
  readonly inferenceUrl: string;
  /** The hosts of INFERENCE_UPSTREAM, for the time without a worker. */
  readonly upstream: string | null;
  /** MODEL_DOWNLOADS. */
  readonly rule: Config['modelDownloads'];
}

/**
 * Returns the inference workers from their rows, and the address for programs. Where several workspaces share the
 * server, only their state: the load of a worker would show each what the others do.
 */
export async function listWorkers(
  ctx: WorkersContext,
  { inferenceUrl, rule }: Pick<WorkerSettings, 'inferenceUrl' | 'rule'>,
) {
  const rows = await workerRows(ctx);
  const hasDetails = await mayShowDetails(ctx, rule);
  return {
    inferenceUrl,
    data: rows.flatMap((row) => {
      const stored = statusOf(row.status);
      if (!stored) return [];
      const { state, progress, model, ...load } = stored;
      // An error can name the operator's files and hosts.
      const storedError = hasDetails ? stored.error : null;
      const error = MODEL_REASONS.read(storedError);
      return [
        {
          id: encodeId('inferenceWorker', row.id),
          isOnline: Boolean(row.isOnline),
          startedAt: row.startedAt.toISOString(),
          seenAt: row.seenAt.toISOString(),
          status: {
            state,
            progress,
            error: storedError,
            model: hasDetails ? model : withoutSpeed(model),
          },
          details: hasDetails ? detailsOf(load, row.address) : null,
          errorCode: error.code,
          errorParams: error.params,
        },
      ];
    }),
  };
}

function withoutSpeed(model: WorkerStatus['model']): WorkerStatus['model'] {
  return model && { ...model, measuredTokensPerSecond: null };
}

function detailsOf(
  { error: _error, ...load }: Omit<WorkerStatus, 'state' | 'progress' | 'model'>,
  address: string,
) {
  return { ...load, address };
}

/** Whether the people of a workspace are those who run the machine, as MODEL_DOWNLOADS says. */
async function mayShowDetails(ctx: WorkersContext, rule: WorkerSettings['rule']): Promise<boolean> {
  return rule === 'always' || (await countWorkspaces(ctx)) <= 1;
}

/** Returns the samples of a span, for the charts; none where details are not shown. */
export async function workerHistory(ctx: WorkersContext, rule: WorkerSettings['rule'], span: WorkerSpan) {
  if (!(await mayShowDetails(ctx, rule))) return { data: [] };
  const rows = await samplesOf(ctx, span);
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

/**
 * Returns where requests to the model go, and how much has left the machine for it. Where several workspaces share the
 * server, not how much: it would show each what the others do.
 */
export async function modelEgress(ctx: WorkersContext, { upstream, rule }: WorkerSettings) {
  const online = (await workerRows(ctx)).flatMap(({ isOnline, status }) =>
    isOnline ? (statusOf(status) ?? []) : [],
  );
  const hosts = await egressSince(ctx, EGRESS_DAYS);
  const hasDetails = await mayShowDetails(ctx, rule);
  return {
    upstream: online.length > 0 ? (online.find((one) => one.upstream !== null)?.upstream ?? null) : upstream,
    days: EGRESS_DAYS,
    isNothing: hosts.length === 0,
    hosts: hasDetails ? hosts : null,
  };
}

/** A worker that can answer, with its model and the languages that this lists; null: unknown. */
export interface ReadyWorker {
  address: string;
  model: string;
  languages: readonly string[] | null;
}

/**
 * Returns the workers that serve a model, or any for null, in the order in which a request should try them: first the
 * one that has probably read its beginning, then by free slots. Or a sentence about why there is none.
 * @param prefix what the request has in common with others, as `prefixOf` returns it; null for nothing.
 */
export async function findReadyWorkers(
  ctx: WorkersContext,
  wanted: string | null,
  prefix: string | null,
): Promise<[ReadyWorker, ...ReadyWorker[]] | string> {
  const online = (await workerRows(ctx)).flatMap(({ address, isOnline, status: stored }) => {
    const status = isOnline ? statusOf(stored) : null;
    return status ? [{ address, status, languages: languagesOf(stored) }] : [];
  });
  const able = online.flatMap(
    ({ address, languages, status: { state, model, waiting, slots, upstream } }) => {
      if (state !== 'ready' || !model || (wanted !== null && model.id !== wanted)) return [];
      const busy = slots.filter((slot) => slot.state !== 'idle').length + waiting;
      const load = Math.max(busy, runningOn(ctx.db, address));
      // The slots of other engines are not known, only what they are answering.
      return [
        { name: address, load, slots: upstream === null ? slots.length : null, model: model.id, languages },
      ];
    },
  );
  const [best, ...others] = orderServers(able, prefix).map(
    ({ name: address, model, languages }): ReadyWorker => ({ address, model, languages }),
  );
  if (best) return [best, ...others];
  if (wanted !== null && online.some(({ status }) => status.state === 'ready')) {
    return `No worker serves ${wanted} at the moment. Choose another model.`;
  }
  const [other] = online.toSorted((one, next) => Number(isStopping(one)) - Number(isStopping(next)));
  if (!other) return MODEL_REASONS.write('no_worker');
  if (isStopping(other)) return 'The inference worker is stopping.';
  const { error, state } = other.status;
  if (MODEL_REASONS.read(error).code === 'none_chosen') return `No model is chosen. ${error}`;
  return state === 'failed' ? `The model cannot be loaded. ${error ?? ''}`.trim() : 'The model is loading.';
}

const isStopping = ({ status }: { status: WorkerStatus }) => status.state === 'stopped';

/** Returns the worker that a request without a beginning should try first; or a sentence about why there is none. */
export async function findReadyWorker(
  ctx: WorkersContext,
  wanted: string | null = null,
): Promise<ReadyWorker | string> {
  const found = await findReadyWorkers(ctx, wanted, null);
  return typeof found === 'string' ? found : found[0];
}

/** A worker that makes embeddings, and its model for them. */
export type Embedder = Pick<ReadyWorker, 'address' | 'model'>;

/**
 * Returns the workers that make embeddings, those with the fewest calls of this process first. All have the model of the
 * one that has run the longest: vectors of two models say nothing about each other.
 */
export async function findEmbedders(ctx: WorkersContext): Promise<Embedder[]> {
  const found = (await workerRows(ctx)).flatMap(({ address, isOnline, status: stored }) => {
    const { models, state } = asJson<{ models?: WorkerModels; state?: WorkerStatus['state'] }>(stored);
    const model = isOnline && state !== 'stopped' ? models?.embeddings : null;
    return model ? [{ address, model }] : [];
  });
  return found
    .filter(({ model }) => model === found[0]?.model)
    .toSorted((one, other) => runningOn(ctx.db, one.address) - runningOn(ctx.db, other.address));
}

/** The model that answers, as far as a ready worker has reported it. */
interface ServedModel {
  model: string;
  /** Null until the worker has read its file. */
  digest: Buffer | null;
  isTestModel: boolean;
  /** Whether a person has chosen it on the Model page. */
  isChosenHere: boolean;
}

/** Returns the model of the ready worker that has run the longest; null when none is ready. */
export async function servedModel(ctx: WorkersContext): Promise<ServedModel | null> {
  for (const { isOnline, status: stored } of await workerRows(ctx)) {
    const status = isOnline ? statusOf(stored) : null;
    if (status?.state !== 'ready' || !status.model) continue;
    const { id, digest, isTestModel } = status.model;
    const { models } = asJson<{ models?: WorkerModels }>(stored);
    return {
      model: id,
      digest: digest ? Buffer.from(digest, 'hex') : null,
      isTestModel,
      isChosenHere: models?.fixedBy === null && models.served !== null,
    };
  }
  return null;
}

/**
 * Returns whether the people of a workspace may have the machine of the model work for them: not where several
 * workspaces share it, unless MODEL_DOWNLOADS says so.
 */
export const mayUseMachine = mayShowDetails;

/** Returns the status without the models, which have their own route; null for a row of another version. */
function statusOf(stored: unknown): WorkerStatus | null {
  const { models: _models, ...status } = asJson<WorkerStatus & { models?: unknown }>(stored);
  return WorkerStatusSchema.safeParse(status).data ?? null;
}

/** Returns the languages that the served model lists; null: unknown. */
function languagesOf(stored: unknown): readonly string[] | null {
  return asJson<{ models?: WorkerModels }>(stored).models?.languages ?? null;
}
