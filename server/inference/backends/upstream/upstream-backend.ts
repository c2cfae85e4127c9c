import { createHash } from 'node:crypto';
import { TINY_MODEL_ID } from '../../../../models/tools/tiny-model.ts';
import type { Resources } from '../../../kernel/context/context.ts';
import type { Logger } from '../../../kernel/logging/logger.ts';
import type { Metering } from '../../http/metering.ts';
import type { InferenceMetrics } from '../../http/metrics.ts';
import type { Backend, BackendStatus } from '../backend.ts';
import { createEgress } from './egress.ts';
import { forward, type UpstreamLoad } from './forward.ts';
import { type UpstreamModels, watchUpstream } from './upstream-models.ts';

export interface UpstreamBackendOptions {
  /** The base address of an OpenAI-compatible engine, including `/v1`. */
  url: string;
  /** The engine's API key; undefined when it needs none. */
  key: string | undefined;
  deadlineMs: number;
  metering: Metering;
  resources: Pick<Resources, 'db' | 'clock' | 'keyring'>;
  metrics: InferenceMetrics;
  logger: Logger;
  /** For tests: whether an address counts as another machine. */
  isOutside?: ((address: string) => boolean) | undefined;
}

/** Creates a backend that forwards requests unchanged to another engine. Keys, quotas and usage stay here. */
export function createUpstreamBackend(options: UpstreamBackendOptions): Backend {
  const { metrics } = options;
  const egress = createEgress(options.isOutside);
  const { dispatcher } = egress;
  const models = watchUpstream({ ...options, dispatcher });
  const load: UpstreamLoad = { running: 0, tenants: new Map(), written: 0 };
  return {
    start: models.start,
    list: models.list,
    show: models.show,
    answer: (api, actor, req, res) => forward({ ...options, models, load, dispatcher }, api, actor, req, res),
    statusReader: () => createUpstreamStatus(options.url, models, load, metrics),
    gauges: () => ({
      running: load.running,
      waiting: 0,
      restarts: 0,
      residentBytes: process.memoryUsage.rss(),
      isReady: models.view().isUp,
      sequencesPerStep: 0,
      passesPerStep: 0,
      cache: null,
    }),
    egress: { host: new URL(options.url).host, take: egress.take },
    close: async () => {
      models.stop();
      await egress.close();
    },
    scheduler: null,
  };
}

/** Creates a status reader. Values that only the engine knows, such as its memory, are left out. */
function createUpstreamStatus(
  url: string,
  models: UpstreamModels,
  load: { running: number; written: number },
  metrics: InferenceMetrics,
): () => BackendStatus {
  let before = { at: performance.now(), written: load.written };
  return () => {
    const { isUp, hasAnswered, error, first } = models.view();
    const now = { at: performance.now(), written: load.written };
    const seconds = (now.at - before.at) / 1_000;
    const speed = seconds > 0 ? (now.written - before.written) / seconds : 0;
    before = now;
    return {
      state: isUp ? 'ready' : hasAnswered ? 'restarting' : 'loading',
      progress: isUp ? 1 : 0,
      error,
      model: first && {
        id: first.id,
        name: first.id,
        description: '',
        chatTemplate: '',
        contextSize: first.max_model_len ?? null,
        bytes: null,
        digest: createHash('sha256')
          .update(`${new URL(url).host}\n${first.id}`)
          .digest('hex'),
        isTestModel: first.id === TINY_MODEL_ID,
        measuredTokensPerSecond: null,
      },
      upstream: new URL(url).host,
      threads: 0,
      slots: Array.from({ length: load.running }, () => ({ state: 'writing' as const, tokens: 0 })),
      waiting: 0,
      restarts: 0,
      engineMemoryBytes: process.memoryUsage.rss(),
      tokensPerSecond: Math.round(speed * 10) / 10,
      totals: metrics.totals(),
      assist: metrics.assist(),
      latency: metrics.latency(),
    };
  };
}
