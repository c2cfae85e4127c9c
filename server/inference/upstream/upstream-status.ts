import { availableParallelism, loadavg } from 'node:os';
import { TINY_MODEL_ID } from '../../../models/tools/tiny-model.ts';
import type { WorkerStatus } from '../../../shared/contract/inference-workers.contract.ts';
import type { InferenceMetrics } from '../front/metrics.ts';
import type { UpstreamModels } from './upstream-models.ts';

/** Reads how forwarding goes. What only the engine knows, such as its memory, is not told. */
export function createUpstreamStatus(
  url: string,
  models: UpstreamModels,
  load: { running: number; written: number },
  metrics: InferenceMetrics,
): () => WorkerStatus {
  let before = { at: performance.now(), written: load.written };
  return () => {
    const { isUp, hasAnswered, fault, first } = models.view();
    const now = { at: performance.now(), written: load.written };
    const seconds = (now.at - before.at) / 1_000;
    const speed = seconds > 0 ? (now.written - before.written) / seconds : 0;
    before = now;
    return {
      state: isUp ? 'ready' : hasAnswered ? 'restarting' : 'loading',
      progress: isUp ? 1 : 0,
      fault,
      model: first && {
        id: first.id,
        name: first.id,
        description: '',
        chatTemplate: '',
        contextSize: first.max_model_len ?? null,
        bytes: null,
        talksNonsense: first.id === TINY_MODEL_ID,
      },
      upstream: new URL(url).host,
      threads: 0,
      slots: Array.from({ length: load.running }, () => ({ state: 'writing' as const, tokens: 0 })),
      waiting: 0,
      restarts: 0,
      residentBytes: process.memoryUsage.rss(),
      load: loadavg()[0] ?? 0,
      cores: availableParallelism(),
      tokensPerSecond: Math.round(speed * 10) / 10,
      totals: metrics.totals(),
      latency: metrics.latency(),
    };
  };
}
