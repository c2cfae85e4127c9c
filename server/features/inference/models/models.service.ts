import type { AuditEntry } from '../../../../shared/contract/audit-log.contract.ts';
import type { Model } from '../../../../shared/contract/inference/models.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import { MODEL_REASONS } from '../../../../shared/domain/reasons/model-reasons.ts';
import type { WorkerModels } from '../../../../shared/domain/worker-models.ts';
import type { Config } from '../../../config.ts';
import type { CatalogModel } from '../../../inference/models/catalog.ts';
import type { ChangeContext, Context } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { modelsOfWorkers } from '../workers/inference-workers.repository.ts';
import { presentModel, presentOwn, presentPlaceholder } from './models.presenter.ts';
import {
  chooseModel,
  chosenModel,
  countWorkspaces,
  openModelRequests,
  requestOfModel,
  withdrawModelRequest,
} from './models.repository.ts';

/** The operator's configuration: the available models, and who may change them. */
export interface ModelSettings {
  readonly catalog: readonly CatalogModel[];
  /** MODEL_PLACEHOLDER. */
  readonly hasPlaceholder: boolean;
  /** MODEL_DOWNLOADS. */
  readonly rule: Config['modelDownloads'];
}

/** Returns all models in their current state, and whether the dashboard may change them. */
export async function listModels(ctx: Context, settings: ModelSettings) {
  const { models, worker, reason } = await readModels(ctx, settings);
  const choiceError = worker?.choiceError ?? null;
  const choice = MODEL_REASONS.read(choiceError);
  return {
    mayManage: reason === null,
    reason,
    reasonCode: MODEL_REASONS.read(reason).code,
    memoryBytes: worker?.memoryBytes ?? null,
    freeDiskBytes: worker?.freeDiskBytes ?? null,
    folder: reason === null ? (worker?.folder ?? null) : null,
    choiceError,
    choiceErrorCode: choice.code,
    choiceErrorParams: choice.params,
    data: models,
  };
}

/**
 * Requests the download of a model. A worker performs it, and reports progress in its row.
 * @param thenUse whether the model is chosen too: it is served as soon as its file is there.
 * @throws {AppError} model_not_found; forbidden; model_not_changeable when it is already downloaded, or cannot be used.
 */
export function requestDownload(ctx: Context, settings: ModelSettings, id: string, thenUse = false) {
  return changeModel(ctx, settings, id, 'model.download_started', async (ctx, model, worker) => {
    if (model.state === 'installed')
      throw unchangeable(MODEL_REASONS.write('already_downloaded', { model: model.name }));
    await requestOfModel(ctx, id, 'download');
    if (!thenUse) return;
    requireUsable(model, worker);
    await chooseModel(ctx, id);
    await ctx.audit({ action: 'model.chosen', target: { kind: 'model', id, label: model.name } });
  });
}

/** Cancels a download; the bytes received so far are kept. @throws {AppError} model_not_found; forbidden. */
export function cancelDownload(ctx: Context, settings: ModelSettings, id: string) {
  return changeModel(ctx, settings, id, 'model.download_cancelled', (ctx) =>
    withdrawModelRequest(ctx, id, 'download'),
  );
}

/**
 * Requests the removal of a model's files.
 * @throws {AppError} model_not_found; forbidden; model_not_changeable when it is built in or in use.
 */
export function removeModel(ctx: Context, settings: ModelSettings, id: string) {
  return changeModel(ctx, settings, id, 'model.removed', async (ctx, model) => {
    if (model.isBuiltIn) throw unchangeable(MODEL_REASONS.write('built_in'));
    if (model.isServed || model.isChosen) {
      throw unchangeable(MODEL_REASONS.write('in_use', { model: model.name }));
    }
    await requestOfModel(ctx, id, 'remove');
  });
}

/**
 * Chooses the model to serve.
 * @throws {AppError} model_not_found; forbidden; model_not_changeable when it cannot be served here.
 */
export function serveModel(ctx: Context, settings: ModelSettings, id: string) {
  return changeModel(ctx, settings, id, 'model.chosen', async (ctx, model, worker) => {
    if (model.problem !== null)
      throw unchangeable(MODEL_REASONS.write('own_unusable', { model: model.name }));
    if (model.state !== 'installed')
      throw unchangeable(MODEL_REASONS.write('not_downloaded', { model: model.name }));
    requireUsable(model, worker);
    await chooseModel(ctx, id);
  });
}

/** @throws {AppError} model_not_changeable when this machine cannot serve the model, or serves a fixed one. */
function requireUsable(model: Model, worker: WorkerModels | undefined): void {
  if (worker?.fixedBy === 'MODEL_PATH') throw unchangeable(MODEL_REASONS.write('path_fixed'));
  if (model.fits === 'no') throw unchangeable(MODEL_REASONS.write('no_memory', { model: model.name }));
}

/** Makes one change, if models may be changed. @throws {AppError} model_not_found; forbidden. */
async function changeModel(
  ctx: Context,
  settings: ModelSettings,
  id: string,
  action: Extract<AuditEntry['action'], `model.${string}`>,
  change: (ctx: ChangeContext, model: Model, worker: WorkerModels | undefined) => Promise<void>,
): Promise<{ id: string }> {
  await inTransaction(ctx, async (ctx) => {
    const { models, worker, reason } = await readModels(ctx, settings);
    const model = models.find((one) => one.id === id);
    if (!model) throw new AppError('model_not_found');
    if (reason !== null) throw new AppError('forbidden', { message: reason });
    await change(ctx, model, worker);
    await ctx.audit({ action, target: { kind: 'model', id, label: model.name } });
  });
  return { id };
}

async function readModels(ctx: Context, { catalog, rule, hasPlaceholder }: ModelSettings) {
  const workers = await modelsOfWorkers(ctx);
  const now = {
    worker: workers[0],
    requests: await openModelRequests(ctx),
    choice: await chosenModel(ctx),
  };
  const models: Model[] = [
    ...catalog.map((model) => presentModel(model, now)),
    ...(now.worker?.own ?? []).map((model) => presentOwn(model, now)),
    ...(hasPlaceholder ? [presentPlaceholder(now)] : []),
  ];
  return {
    models,
    worker: now.worker,
    reason: reasonNotManageable(rule, await countWorkspaces(ctx), workers),
  };
}

function unchangeable(message: string): AppError {
  return new AppError('model_not_changeable', { message });
}

/**
 * Returns why models cannot be changed from the dashboard, and what to do; null when they can. The whole
 * server shares a model, so one workspace must not change it for another.
 */
function reasonNotManageable(
  rule: Config['modelDownloads'],
  workspaces: number,
  workers: readonly WorkerModels[],
): string | null {
  if (rule === 'never') return MODEL_REASONS.write('downloads_off');
  if (rule === 'one-workspace' && workspaces > 1) return MODEL_REASONS.write('several_workspaces');
  const [first] = workers;
  if (!first) return MODEL_REASONS.write('no_worker');
  if (first.fixedBy === 'INFERENCE_UPSTREAM') return MODEL_REASONS.write('forwarded');
  const places = new Set(workers.map(({ place }) => place));
  return places.size > 1 ? MODEL_REASONS.write('several_machines') : null;
}
