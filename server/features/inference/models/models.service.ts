import type { AuditEntry } from '../../../../shared/contract/audit-log.contract.ts';
import type { Model } from '../../../../shared/contract/models.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import type { WorkerModels } from '../../../../shared/domain/worker-models.ts';
import type { Config } from '../../../config.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { CatalogModel } from '../../../inference/models/catalog.ts';
import type { RecordAudit } from '../../../kernel/audit/audit.ts';
import type { Author } from '../../../kernel/auth/author.ts';
import type { UnitOfWork } from '../../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { presentModel, presentTiny } from './models.presenter.ts';
import { ModelsRepository } from './models.repository.ts';

export interface ModelsDeps {
  database: Database;
  catalog: readonly CatalogModel[];
  /** Who may change anything: MODEL_DOWNLOADS. */
  rule: Config['modelDownloads'];
  inUnitOfWork: UnitOfWork;
  recordAudit: RecordAudit;
}

type ModelAction = Extract<AuditEntry['action'], `model.${string}`>;

export type ModelsService = ReturnType<typeof createModelsService>;

/** Writes down what is requested of models; the workers do it, and report progress in their rows. */
export function createModelsService({ database, catalog, rule, inUnitOfWork, recordAudit }: ModelsDeps) {
  async function read(tx?: Transaction) {
    const repository = new ModelsRepository(database, tx);
    const workers = await repository.workers();
    const now = {
      worker: workers[0],
      requests: await repository.requests(),
      choice: await repository.choice(),
    };
    const models: Model[] = [...catalog.map((model) => presentModel(model, now)), presentTiny(now)];
    return { models, worker: now.worker, reason: whyNot(rule, await repository.workspaces(), workers) };
  }

  /** Makes one change, where it may be made. @throws {AppError} model_not_found, forbidden */
  async function change(
    scope: TenantScope,
    id: string,
    by: Author,
    action: ModelAction,
    make: (model: Model, repository: ModelsRepository, fixedBy: string | null) => Promise<void>,
  ): Promise<{ id: string }> {
    await inUnitOfWork(scope, async (work) => {
      const { models, worker, reason } = await read(work.tx);
      const model = models.find((one) => one.id === id);
      if (!model) throw new AppError('model_not_found');
      if (reason !== null) throw new AppError('forbidden', { message: reason });
      await make(model, new ModelsRepository(database, work.tx), worker?.fixedBy ?? null);
      const target = { kind: 'model' as const, id, label: model.name };
      await recordAudit(work, scope, { action, target, by });
    });
    return { id };
  }

  return {
    async list() {
      const { models, worker, reason } = await read();
      return {
        mayManage: reason === null,
        reason,
        memoryBytes: worker?.memoryBytes ?? null,
        freeDiskBytes: worker?.freeDiskBytes ?? null,
        choiceError: worker?.choiceError ?? null,
        data: models,
      };
    },

    /** @throws {AppError} also model_not_changeable, when it is already downloaded */
    download: (scope: TenantScope, id: string, by: Author) =>
      change(scope, id, by, 'model.download_started', async (model, repository) => {
        if (model.state === 'installed') throw unchangeable(`${model.name} is already downloaded.`);
        await repository.request(id, 'download');
      }),

    cancel: (scope: TenantScope, id: string, by: Author) =>
      change(scope, id, by, 'model.download_cancelled', async (_model, repository) => {
        await repository.withdraw(id, 'download');
      }),

    /** @throws {AppError} also model_not_changeable, when it is in use */
    remove: (scope: TenantScope, id: string, by: Author) =>
      change(scope, id, by, 'model.removed', async (model, repository) => {
        if (model.isBuiltIn) throw unchangeable('The built-in test model cannot be removed.');
        if (model.isServed || model.isChosen) {
          throw unchangeable(`${model.name} is in use. Use another model first.`);
        }
        await repository.request(id, 'remove');
      }),

    /** @throws {AppError} also model_not_changeable, when it cannot be served here */
    use: (scope: TenantScope, id: string, by: Author) =>
      change(scope, id, by, 'model.chosen', async (model, repository, fixedBy) => {
        if (fixedBy === 'MODEL_PATH') {
          throw unchangeable(
            'The operator has set MODEL_PATH, so this server always serves that file. Start it without MODEL_PATH to choose a model here.',
          );
        }
        if (model.state !== 'installed')
          throw unchangeable(`${model.name} is not downloaded. Download it first.`);
        if (model.fits === 'no') {
          throw unchangeable(`${model.name} needs more memory than the machine has.`);
        }
        await repository.choose(id);
      }),
  };
}

function unchangeable(message: string): AppError {
  return new AppError('model_not_changeable', { message });
}

/**
 * Why models cannot be changed from the dashboard, in words that say what to do; null when they can. A model
 * is the whole server's, so one workspace must not change it under another.
 */
function whyNot(
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
  if (!first) return 'No inference worker is online. `npm start` runs one beside the server.';
  if (first.fixedBy === 'INFERENCE_UPSTREAM') {
    return 'Calls are forwarded to another engine (INFERENCE_UPSTREAM), which has its own models. Start the server without INFERENCE_UPSTREAM to serve a model from here.';
  }
  if (new Set(workers.map(({ place }) => place)).size > 1) {
    return 'Workers run on several machines. Put the model on each of them with `npm run models:pull`, and start them with the same MODEL_PATH.';
  }
  return null;
}
