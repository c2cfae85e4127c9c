import { availableParallelism, loadavg } from 'node:os';
import type { WorkerStatus } from '../../../shared/contract/inference-workers.contract.ts';
import type { Pulse } from '../protocol.ts';
import type { InferenceMetrics } from './metrics.ts';
import type { Models } from './models.ts';
import type { Scheduler } from './scheduler.ts';

/** Reads the status; speed is measured between one reading and the next of the same reader. */
export function createStatusReader(scheduler: Scheduler, models: Models, metrics: InferenceMetrics) {
  let before: { at: number; pulse: Pulse } | null = null;
  let speed = 0;
  return (): WorkerStatus => {
    const { state, progress, lastFault, model, pulse, restarts } = scheduler.engine;
    const now = performance.now();
    if (pulse && before && pulse.writtenTokens >= before.pulse.writtenTokens) {
      const seconds = (now - before.at) / 1_000;
      speed = seconds > 0 ? (pulse.writtenTokens - before.pulse.writtenTokens) / seconds : 0;
    } else speed = 0;
    before = pulse ? { at: now, pulse } : null;
    return {
      state,
      progress,
      fault: lastFault,
      model: model && {
        id: models.served.id,
        name: model.name,
        description: model.description,
        chatTemplate: model.chatTemplate,
        contextSize: model.contextSize,
        bytes: model.bytes,
        talksNonsense: models.served.talksNonsense,
      },
      upstream: null,
      threads: model?.threads ?? 0,
      slots: [...(pulse?.slots ?? [])],
      waiting: scheduler.counts().waiting,
      restarts,
      residentBytes: pulse?.residentBytes ?? 0,
      load: loadavg()[0] ?? 0,
      cores: availableParallelism(),
      tokensPerSecond: Math.round(speed * 10) / 10,
      totals: metrics.totals(),
      latency: metrics.latency(),
    };
  };
}
