import { readCatalog } from '../../inference/models/catalog.ts';
import type { Kernel } from '../../kernel/index.ts';
import { registerInferenceKeys } from './keys/index.ts';
import { registerModels } from './models/index.ts';
import { promptRetention, registerPromptLog } from './prompt-log/index.ts';
import { registerInferenceWorkers } from './workers/index.ts';

/** The model's endpoint, as the dashboard sees it: its keys, its workers, its models and the playground. */
export function wireInference(kernel: Kernel) {
  const { config, database, keyring, cursors, inUnitOfWork, recordAudit } = kernel;
  const keys = registerInferenceKeys({ database, keyring, inUnitOfWork, recordAudit });
  const workers = registerInferenceWorkers({ database, inferenceUrl: config.inferenceUrl });
  const models = registerModels({
    database,
    catalog: readCatalog(config.modelCatalog),
    rule: config.modelDownloads,
    inUnitOfWork,
    recordAudit,
  });
  const promptLog = registerPromptLog({ database, cursors, inUnitOfWork, recordAudit });
  return {
    keys: keys.service,
    retention: [promptRetention(kernel.background.database)],
    playground: {
      passFor: keys.service.passFor,
      findWorker: workers.service.findReady,
      deadlineMs: config.inferenceDeadlineMs,
    },
    dashboardRoutes: {
      inferenceKeys: keys.routes,
      inferenceWorkers: workers.routes,
      models: models.routes,
      promptLog: promptLog.routes,
    },
  };
}
