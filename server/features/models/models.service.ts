import type { CatalogModel } from '../../../models/tools/catalog.ts';
import type { AuditEntry } from '../../../shared/contract/audit-log.contract.ts';
import type { Model } from '../../../shared/contract/models.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import type { Config } from '../../config.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { RecordAudit } from '../../kernel/audit/audit.ts';
import type { Author } from '../../kernel/auth/author.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { whyNot } from './model-rights.ts';
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

/** Writes down what is wanted of models; the workers do it, and tell how far they are by their rows. */
export function createModelsService({ database, catalog, rule, inUnitOfWork, recordAudit }: ModelsDeps) {
  async function read(tx?: Transaction) {
    const repository = new ModelsRepository(database, tx);
    const workers = await repository.workers();
    const now = { worker: workers[0], wishes: await repository.wishes(), choice: await repository.choice() };
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
        choiceFault: worker?.choiceFault ?? null,
        data: models,
      };
    },

    /** @throws {AppError} also model_not_changeable, when it is here already */
    download: (scope: TenantScope, id: string, by: Author) =>
      change(scope, id, by, 'model.download_started', async (model, repository) => {
        if (model.state === 'installed') throw unchangeable(`${model.name} is here already.`);
        await repository.wish(id, 'here');
      }),

    cancel: (scope: TenantScope, id: string, by: Author) =>
      change(scope, id, by, 'model.download_cancelled', async (_model, repository) => {
        await repository.withdraw(id, 'here');
      }),

    /** @throws {AppError} also model_not_changeable, when it is in use */
    remove: (scope: TenantScope, id: string, by: Author) =>
      change(scope, id, by, 'model.removed', async (model, repository) => {
        if (model.isBuiltIn) throw unchangeable('This model belongs to every installation and stays.');
        if (model.isServed || model.isChosen) {
          throw unchangeable(`${model.name} is in use. Use another model first.`);
        }
        await repository.wish(id, 'gone');
      }),

    /** @throws {AppError} also model_not_changeable, when it cannot be served here */
    use: (scope: TenantScope, id: string, by: Author) =>
      change(scope, id, by, 'model.chosen', async (model, repository, fixedBy) => {
        if (fixedBy === 'MODEL_PATH') {
          throw unchangeable(
            'Whoever runs this server has named the file to serve with MODEL_PATH. Start it without to choose here.',
          );
        }
        if (model.state !== 'installed') throw unchangeable(`${model.name} is not here. Download it first.`);
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
