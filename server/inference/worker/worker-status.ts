import type { BackendStatus } from '../backends/backend.ts';
import type { Scheduler } from '../engine-host/scheduler.ts';
import type { InferenceMetrics } from '../http/metrics.ts';
import type { Models } from '../http/models.ts';
import type { Pulse } from '../protocol.ts';

/** Creates a status reader, which measures speed between consecutive readings. */
export function createStatusReader(
  scheduler: Scheduler,
  models: Models,
  metrics: InferenceMetrics,
  digest: () => string | null,
) {
  let before: { at: number; pulse: Pulse } | null = null;
  let speed = 0;
  return (): BackendStatus => {
    const { state, progress, lastError, model, pulse, restarts } = scheduler.engine;
    const now = performance.now();
    if (pulse && before && pulse.writtenTokens >= before.pulse.writtenTokens) {
      const seconds = (now - before.at) / 1_000;
      speed = seconds > 0 ? (pulse.writtenTokens - before.pulse.writtenTokens) / seconds : 0;
    } else speed = 0;
    before = pulse ? { at: now, pulse } : null;
    return {
      state,
      progress,
      error: lastError,
      model: model && {
        id: models.served?.id ?? '',
        name: model.name,
        description: model.description,
        chatTemplate: model.chatTemplate,
        contextSize: model.contextSize,
        bytes: model.bytes,
        // Read when the model is loaded: before, the disk is needed for that.
        digest: state === 'ready' ? digest() : null,
        isTestModel: models.served?.isTestModel ?? false,
        measuredTokensPerSecond: metrics.writingSpeed(models.served?.id ?? ''),
      },
      upstream: null,
      threads: model?.threads ?? 0,
      slots: [...(pulse?.slots ?? [])],
      waiting: scheduler.counts().waiting,
      restarts,
      engineMemoryBytes: pulse?.residentBytes ?? 0,
      tokensPerSecond: Math.round(speed * 10) / 10,
      totals: metrics.totals(),
      assist: metrics.assist(),
      latency: metrics.latency(),
    };
  };
}
