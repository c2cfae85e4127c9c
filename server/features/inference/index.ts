import { readCatalog } from '../../inference/models/catalog.ts';
import { createKeyExpiryWarnings } from '../../kernel/auth/key-expiry.ts';
import type { ChangeContext } from '../../kernel/context/context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { inferenceKeysRoutes } from './keys/inference-keys.routes.ts';
import { egressRetention, inferenceUsageRetention } from './keys/usage-retention.repository.ts';
import { modelsRoutes } from './models/models.routes.ts';
import { promptLogRoutes } from './prompt-log/prompt-log.routes.ts';
import { promptRetention } from './prompt-log/prompt-retention.ts';
import { inferenceWorkersRoutes } from './workers/inference-workers.routes.ts';

export { createInternalPass } from './keys/inference-calls.service.ts';
export { playgroundRouter } from './playground/playground.router.ts';
export { erasePromptsWith } from './prompt-log/prompt-log.repository.ts';

export {
  type Embedder,
  findEmbedders,
  findReadyWorker,
  findReadyWorkers,
  mayUseMachine,
  type ReadyWorker,
  servedModel,
} from './workers/inference-workers.service.ts';
export { beginCall } from './workers/worker-calls.ts';

/** Mails owners and admins, in the transaction of the change. */
type MailAdmins = (
  ctx: ChangeContext,
  facts: { kind: 'model_key_expiring'; name: string; expiresAt: string; path: string },
) => Promise<void>;

/** Wires the dashboard's side of the inference endpoint: its keys, workers, models and prompt log. */
export function wireInference({ config, background }: Kernel, { mailAdmins }: { mailAdmins: MailAdmins }) {
  const settings = {
    catalog: readCatalog(config.modelCatalog),
    hasPlaceholder: config.hasPlaceholderModel === true,
    rule: config.modelDownloads,
  };
  return {
    workers: [
      createKeyExpiryWarnings(background.resources, {
        name: 'model_key_expiry',
        table: 'inference_keys',
        entity: 'inferenceKey',
        problem: 'could not warn of keys of the model that expire; will retry',
        warn: async (ctx, { id, ...facts }) => {
          ctx.record('inference_key.expiring', { id, ...facts });
          await mailAdmins(ctx, { kind: 'model_key_expiring', ...facts, path: '/model' });
        },
      }),
    ],
    retention: [
      promptRetention(background.resources),
      inferenceUsageRetention(background.database),
      egressRetention(background.database),
    ],
    dashboardRoutes: {
      inferenceKeys: inferenceKeysRoutes(),
      inferenceWorkers: inferenceWorkersRoutes({
        inferenceUrl: config.inferenceUrl,
        upstream:
          config.inferenceUpstreams.length > 0
            ? config.inferenceUpstreams.map(({ url }) => new URL(url).host).join(', ')
            : null,
        rule: config.modelDownloads,
      }),
      models: modelsRoutes(settings),
      promptLog: promptLogRoutes(),
    },
  };
}
