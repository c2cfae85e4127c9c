import type { PromptRecorder } from '../../features/prompt-log/index.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import type { Backend } from '../front/backend.ts';
import type { Metering } from '../front/metering.ts';
import type { InferenceMetrics } from '../front/metrics.ts';
import { type ForwardDeps, forwardChat } from './forward-chat.ts';
import { watchUpstream } from './upstream-models.ts';
import { createUpstreamStatus } from './upstream-status.ts';

export interface UpstreamBackendOptions {
  /** The base address of an OpenAI-compatible engine, with its `/v1`. */
  url: string;
  /** What it wants to be shown; undefined when nothing. */
  key: string | undefined;
  deadlineMs: number;
  metering: Metering;
  prompts: PromptRecorder;
  metrics: InferenceMetrics;
  logger: Logger;
}

/** Another's engine: requests go there as they came, keys, quotas and counting stay here. */
export function createUpstreamBackend(options: UpstreamBackendOptions): Backend {
  const { metrics } = options;
  const models = watchUpstream(options);
  const load: ForwardDeps['load'] = { running: 0, written: 0 };
  return {
    start: models.start,
    list: models.list,
    show: models.show,
    answer: (actor, req, res) => forwardChat({ ...options, models, load }, actor, req, res),
    statusReader: () => createUpstreamStatus(options.url, models, load, metrics),
    gauges: () => ({
      running: load.running,
      waiting: 0,
      restarts: 0,
      residentBytes: process.memoryUsage.rss(),
      isReady: models.view().isUp,
      sequencesPerStep: 0,
      passesPerStep: 0,
    }),
    close: async () => models.stop(),
    scheduler: null,
  };
}
