import { availableParallelism, loadavg } from 'node:os';
import type { Pulse } from '../protocol.ts';
import type { InferenceMetrics } from './metrics.ts';
import type { Models } from './models.ts';
import type { Scheduler } from './scheduler.ts';

/** How a worker is at one moment, as its row in the database and `/health` tell it. */
export interface WorkerStatus {
  state: string;
  /** 0 to 1 while the model loads. */
  progress: number;
  fault: string | null;
  model: {
    id: string;
    name: string;
    description: string;
    chatTemplate: string;
    contextSize: number;
    bytes: number;
    talksNonsense: boolean;
  } | null;
  threads: number;
  slots: readonly { state: string; tokens: number }[];
  waiting: number;
  restarts: number;
  /** Memory that the engine really holds, as the system says. */
  residentBytes: number;
  /** The machine's load average over a minute, and what it is measured against. */
  load: number;
  cores: number;
  tokensPerSecond: number;
  totals: { prompt: number; cached: number; written: number };
}

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
      threads: model?.threads ?? 0,
      slots: pulse?.slots ?? [],
      waiting: scheduler.counts().waiting,
      restarts,
      residentBytes: pulse?.residentBytes ?? 0,
      load: loadavg()[0] ?? 0,
      cores: availableParallelism(),
      tokensPerSecond: Math.round(speed * 10) / 10,
      totals: metrics.totals(),
    };
  };
}
