import type { AuditEntry } from '../../../../shared/contract/audit-log.contract.ts';
import type { Model } from '../../../../shared/contract/inference/models.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import type { WorkerModels } from '../../../../shared/domain/worker-models.ts';
import type { Config } from '../../../config.ts';
import type { CatalogModel } from '../../../inference/models/catalog.ts';
import type { ChangeContext, Context } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { modelsOfWorkers } from '../workers/inference-workers.repository.ts';
import { presentModel, presentTiny } from './models.presenter.ts';
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
  /** MODEL_DOWNLOADS. */
  readonly rule: Config['modelDownloads'];
}

/** Returns all models in their current state, and whether the dashboard may change them. */
export async function listModels(ctx: Context, settings: ModelSettings) {
  const { models, worker, reason } = await readModels(ctx, settings);
  return {
    mayManage: reason === null,
    reason,
    memoryBytes: worker?.memoryBytes ?? null,
    freeDiskBytes: worker?.freeDiskBytes ?? null,
    choiceError: worker?.choiceError ?? null,
    data: models,
  };
}

/**
 * Requests the download of a model. A worker performs it, and reports progress in its row.
 * @throws {AppError} model_not_found; forbidden; model_not_changeable when it is already downloaded.
 */
export function requestDownload(ctx: Context, settings: ModelSettings, id: string) {
  return changeModel(ctx, settings, id, 'model.download_started', async (ctx, model) => {
    if (model.state === 'installed') throw unchangeable(`${model.name} is already downloaded.`);
    await requestOfModel(ctx, id, 'download');
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
    if (model.isBuiltIn) throw unchangeable('The built-in test model cannot be removed.');
    if (model.isServed || model.isChosen) {
      throw unchangeable(`${model.name} is in use. Use another model first.`);
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
    if (worker?.fixedBy === 'MODEL_PATH') {
      throw unchangeable(
        'The operator has set MODEL_PATH, so this server always serves that file. Start it without MODEL_PATH to choose a model here.',
      );
    }
    if (model.state !== 'installed')
      throw unchangeable(`${model.name} is not downloaded. Download it first.`);
    if (model.fits === 'no') throw unchangeable(`${model.name} needs more memory than the machine has.`);
    await chooseModel(ctx, id);
  });
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

async function readModels(ctx: Context, { catalog, rule }: ModelSettings) {
  const workers = await modelsOfWorkers(ctx);
  const now = {
    worker: workers[0],
    requests: await openModelRequests(ctx),
    choice: await chosenModel(ctx),
  };
  const models: Model[] = [...catalog.map((model) => presentModel(model, now)), presentTiny(now)];
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
  if (rule === 'never') {
    return 'The operator has set MODEL_DOWNLOADS=never. Models are downloaded on the server with `npm run models:pull`.';
  }
  if (rule === 'one-workspace' && workspaces > 1) {
    return 'Several workspaces share this server and its model, so none of them can change it. The operator can, with `npm run models:pull` and MODEL_PATH, or by starting the server with MODEL_DOWNLOADS=always.';
  }
  const [first] = workers;
  if (!first) return 'No inference worker is online. `npm start` runs one alongside the server.';
  if (first.fixedBy === 'INFERENCE_UPSTREAM') {
    return 'Calls are forwarded to another engine (INFERENCE_UPSTREAM), which has its own models. Start the server without INFERENCE_UPSTREAM to serve a model from here.';
  }
  if (new Set(workers.map(({ place }) => place)).size > 1) {
    return 'Workers run on several machines. Put the model on each of them with `npm run models:pull`, and start them with the same MODEL_PATH.';
  }
  return null;
}
