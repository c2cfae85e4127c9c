import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CacheState, TokenUsage } from '../protocol.ts';

/** A measurement of a single request. */
export type RequestStats =
  | { queueMs: number }
  | { firstTokenMs: number }
  | { writing: { model: string; tokensPerSecond: number } };

/** Current values. */
export interface Gauges {
  running: number;
  waiting: number;
  restarts: number;
  hangs: number;
  residentBytes: number;
  isReady: boolean;
  sequencesPerStep: number;
  passesPerStep: number;
  /** What is kept of conversations besides the slots; null where nothing is. */
  cache: CacheState | null;
}

export type InferenceMetrics = ReturnType<typeof createInferenceMetrics>;

/** Creates the endpoint's metrics in Prometheus's text format. The names are those of other engines. */
export function createInferenceMetrics() {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  const counter = (name: string, help: string) => new Counter({ name: `inference_${name}`, help, registers });
  const seconds = (name: string, help: string) =>
    new Histogram({
      name: `inference_${name}`,
      help,
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
      registers,
    });
  const promptTokens = counter('prompt_tokens_total', 'Tokens of prompts');
  const cachedTokens = counter('cached_tokens_total', 'Tokens of prompts that had been read before');
  const writtenTokens = counter('predicted_tokens_total', 'Tokens written');
  const queueWait = seconds('queue_wait_seconds', 'From the arrival of a request to its slot');
  const firstToken = seconds(
    'time_to_first_token_seconds',
    'From the arrival of a request to its first token',
  );
  const assist = {
    tokens: new Counter({
      name: 'inference_assist_tokens_total',
      help: "Tokens of this server's own requests, which count for no key",
      labelNames: ['kind'],
      registers,
    }),
    requests: new Counter({
      name: 'inference_assist_requests_total',
      help: "This server's own requests by outcome; a parked one starts again later",
      labelNames: ['outcome'],
      registers,
    }),
  };
  let assisted = { answered: 0, parked: 0, shed: 0, prompt: 0, cached: 0, written: 0 };
  const requests = new Counter({
    name: 'inference_requests_total',
    help: 'Requests by status',
    labelNames: ['status'],
    registers,
  });
  /** Speeds of answers that were written alone, for the most recent model only. */
  const speeds: number[] = [];
  let measuredModel: string | null = null;
  let totals = { prompt: 0, cached: 0, written: 0 };
  /** The most recent values in milliseconds, because averages since the start hide the current latency. */
  const recent = { queueMs: [] as number[], firstTokenMs: [] as number[] };

  return {
    registers,
    contentType: registry.contentType,
    request: (status: number) => requests.inc({ status: String(status) }),
    used: (usage: TokenUsage) => {
      promptTokens.inc(usage.promptTokens);
      cachedTokens.inc(usage.cachedTokens);
      writtenTokens.inc(usage.completionTokens);
      totals = {
        prompt: totals.prompt + usage.promptTokens,
        cached: totals.cached + usage.cachedTokens,
        written: totals.written + usage.completionTokens,
      };
    },
    /** Adds an answer to a request of this server itself. */
    assisted: ({ promptTokens, cachedTokens, completionTokens }: TokenUsage) => {
      assist.requests.inc({ outcome: 'answered' });
      assist.tokens.inc({ kind: 'prompt' }, promptTokens);
      assist.tokens.inc({ kind: 'cached' }, cachedTokens);
      assist.tokens.inc({ kind: 'written' }, completionTokens);
      const { answered, prompt, cached, written } = assisted;
      assisted = {
        ...assisted,
        answered: answered + 1,
        prompt: prompt + promptTokens,
        cached: cached + cachedTokens,
        written: written + completionTokens,
      };
    },
    /** Counts a request of this server itself that was refused, or stopped to start again. */
    notAssisted: (outcome: 'parked' | 'shed') => {
      assist.requests.inc({ outcome });
      assisted = { ...assisted, [outcome]: assisted[outcome] + 1 };
    },
    assist: () => assisted,
    stats: (event: RequestStats) => {
      if ('writing' in event) {
        const { model, tokensPerSecond } = event.writing;
        // Another model has another speed.
        if (model !== measuredModel) speeds.length = 0;
        measuredModel = model;
        remember(speeds, tokensPerSecond);
        return;
      }
      if ('queueMs' in event) {
        queueWait.observe(event.queueMs / 1_000);
        remember(recent.queueMs, event.queueMs);
      } else {
        firstToken.observe(event.firstTokenMs / 1_000);
        remember(recent.firstTokenMs, event.firstTokenMs);
      }
    },
    /** Returns a model's tokens per second for one answer at a time; null before the first measurement. */
    writingSpeed: (model: string): number | null =>
      model === measuredModel && speeds.length > 0 ? Math.round(middle(speeds, 0.5) * 10) / 10 : null,
    totals: () => totals,
    /** Returns the latency of the most recent calls in milliseconds; null before the first call. */
    latency: () =>
      recent.firstTokenMs.length === 0
        ? null
        : {
            firstTokenMs: quantile(recent.firstTokenMs, 0.5),
            firstTokenP95Ms: quantile(recent.firstTokenMs, 0.95),
            queueP95Ms: quantile(recent.queueMs, 0.95),
          },
    /** Registers gauges, which are read on every scrape. */
    watch: (read: () => Gauges) => {
      const gauge = (name: string, help: string, pick: (gauges: Gauges) => number) =>
        new Gauge({
          name: `inference_${name}`,
          help,
          registers,
          collect() {
            this.set(pick(read()));
          },
        });
      gauge('requests_processing', 'Requests that are being answered', ({ running }) => running);
      gauge('requests_deferred', 'Requests that wait', ({ waiting }) => waiting);
      gauge('resident_bytes', 'Memory of the engine', ({ residentBytes }) => residentBytes);
      gauge('engine_restarts', 'How often the engine was started again', ({ restarts }) => restarts);
      gauge(
        'engine_hangs',
        'How often the engine was ended because it made no progress, also while it loaded the model',
        ({ hangs }) => hangs,
      );
      gauge('ready', '1 when the model answers', ({ isReady }) => (isReady ? 1 : 0));
      gauge(
        'busy_slots_per_step',
        'How many requests share a step of the model',
        ({ sequencesPerStep }) => sequencesPerStep,
      );
      gauge(
        'passes_per_step',
        'Passes over the weights for each step, at least; 1 is best',
        ({ passesPerStep }) => passesPerStep,
      );
      gauge(
        'cache_bytes',
        'Bytes of conversations that were read ahead and are kept in files',
        ({ cache }) => cache?.bytes ?? 0,
      );
      gauge(
        'cache_restored',
        'How often a conversation was restored since the engine started',
        ({ cache }) => cache?.restored ?? 0,
      );
    },
    text: () => registry.metrics(),
  };
}

const REMEMBERED = 100;

function remember(values: number[], value: number): void {
  values.push(value);
  if (values.length > REMEMBERED) values.shift();
}

/** Returns a quantile as a whole number; 0 for an empty list. */
const quantile = (values: readonly number[], share: number) => Math.round(middle(values, share));

function middle(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
