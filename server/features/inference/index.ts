import { readCatalog } from '../../inference/models/catalog.ts';
import type { Kernel } from '../../kernel/index.ts';
import { inferenceKeysRoutes } from './keys/inference-keys.routes.ts';
import { inferenceUsageRetention } from './keys/usage-retention.repository.ts';
import { modelsRoutes } from './models/models.routes.ts';
import { promptLogRoutes } from './prompt-log/prompt-log.routes.ts';
import { promptRetention } from './prompt-log/prompt-retention.ts';
import { inferenceWorkersRoutes } from './workers/inference-workers.routes.ts';

export { playgroundRouter } from './playground/playground.router.ts';

export { erasePromptsWith } from './prompt-log/prompt-log.repository.ts';

/** Wires the dashboard's side of the inference endpoint: its keys, workers, models and prompt log. */
export function wireInference({ config, background }: Kernel) {
  const settings = { catalog: readCatalog(config.modelCatalog), rule: config.modelDownloads };
  return {
    retention: [promptRetention(background.resources), inferenceUsageRetention(background.database)],
    dashboardRoutes: {
      inferenceKeys: inferenceKeysRoutes(),
      inferenceWorkers: inferenceWorkersRoutes({
        inferenceUrl: config.inferenceUrl,
        rule: config.modelDownloads,
      }),
      models: modelsRoutes(settings),
      promptLog: promptLogRoutes(),
    },
  };
}
