import { createHash } from 'node:crypto';
import { TINY_MODEL_ID } from '../../../../models/tools/tiny-model.ts';
import type { Upstream } from '../../../kernel/config/upstreams.ts';
import type { Resources } from '../../../kernel/context/context.ts';
import type { Logger } from '../../../kernel/logging/logger.ts';
import type { Metering } from '../../http/metering.ts';
import type { InferenceMetrics } from '../../http/metrics.ts';
import type { Backend, BackendStatus } from '../backend.ts';
import { forward, type UpstreamLoad } from './forward.ts';
import { createUpstreamMetrics } from './upstream-metrics.ts';
import { createUpstreamPool, type UpstreamPool } from './upstream-pool.ts';

export interface UpstreamBackendOptions {
  upstreams: readonly Upstream[];
  deadlineMs: number;
  metering: Metering;
  resources: Pick<Resources, 'db' | 'clock' | 'keyring'>;
  metrics: InferenceMetrics;
  logger: Logger;
  /** For tests: whether an address counts as another machine. */
  isOutside?: ((address: string) => boolean) | undefined;
}

/** Creates a backend that forwards requests to other engines. Keys, quotas and usage stay here. */
export function createUpstreamBackend(options: UpstreamBackendOptions): Backend {
  const { metrics, logger, resources } = options;
  const pool = createUpstreamPool(options.upstreams, { logger, isOutside: options.isOutside });
  const upstreamMetrics = createUpstreamMetrics(metrics, pool.servers);
  const load: UpstreamLoad = { running: 0, tenants: new Map(), written: 0 };
  const deps = { ...options, keyring: resources.keyring, pool, upstreamMetrics, load };
  return {
    start: pool.start,
    list: pool.list,
    show: pool.find,
    answer: (api, actor, req, res) => forward(deps, api, actor, req, res),
    statusReader: () => createUpstreamStatus(pool, load, metrics),
    gauges: () => ({
      running: load.running,
      waiting: 0,
      restarts: 0,
      hangs: 0,
      residentBytes: process.memoryUsage.rss(),
      isReady: pool.view().isUp,
      sequencesPerStep: 0,
      passesPerStep: 0,
      cache: null,
    }),
    egress: pool.servers.map(({ egress }) => egress),
    close: pool.close,
    scheduler: null,
  };
}

/** Creates a status reader. Values that only the engine knows, such as its memory, are left out. */
function createUpstreamStatus(
  pool: UpstreamPool,
  load: { running: number; written: number },
  metrics: InferenceMetrics,
): () => BackendStatus {
  let before = { at: performance.now(), written: load.written };
  return () => {
    const { isUp, hasAnswered, error, first } = pool.view();
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
        // The same whichever of the engines are available.
        digest: createHash('sha256').update(`${pool.hosts}\n${first.id}`).digest('hex'),
        isTestModel: first.id === TINY_MODEL_ID,
        measuredTokensPerSecond: null,
      },
      upstream: pool.hosts,
      upstreams: pool.servers.map((server) => ({
        host: server.host,
        state: server.state(),
        running: server.load,
        error: server.view().error,
      })),
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
