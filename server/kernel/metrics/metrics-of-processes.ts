import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, collectDefaultMetrics, type Registry } from 'prom-client';
import { z } from 'zod';
import { AppError } from '../../../shared/domain/errors.ts';

/** One process asks the one that started it for the metrics of all, which asks each for its own. */
const WantedSchema = z.object({ is: z.literal('metrics-wanted'), id: z.number().int() });
const AnswerSchema = z.object({ is: z.literal('metrics'), id: z.number().int(), text: z.string() });
const OwnWantedSchema = z.object({ is: z.literal('own-metrics-wanted') });
const OwnSchema = z.object({
  is: z.literal('own-metrics'),
  metrics: z.array(z.looseObject({ type: z.string() })),
});

type OwnMetrics = z.infer<typeof OwnSchema>['metrics'];

/**
 * How values of the processes combine that the library would average or leave out. An alert looks for the process that is
 * blocked, and for one that has just started again: the average of eight hides both.
 */
const COMBINED = {
  process_start_time_seconds: 'max',
  nodejs_eventloop_lag_seconds: 'max',
  nodejs_eventloop_lag_stddev_seconds: 'max',
  nodejs_eventloop_lag_p50_seconds: 'max',
  nodejs_eventloop_lag_p90_seconds: 'max',
  nodejs_eventloop_lag_p99_seconds: 'max',
} as const;

/** Adds the metrics of Node and of this process. All others say themselves how they combine. */
export function addDefaultMetrics(registry: Registry, prefix: string): void {
  collectDefaultMetrics({ register: registry, prefix });
  for (const [name, aggregator] of Object.entries(COMBINED)) {
    const metric = registry.getSingleMetric(prefix + name);
    if (metric) Object.assign(metric, { aggregator });
  }
}

/** How long the first process waits for the others; then it uses what they said last. */
const ROUND_MS = 3_000;
/** How long a process waits for the first one. */
const PATIENCE_MS = 6_000;

/** Takes the error of a message to a process that was just killed: without it, Node would end this one too. */
const ignoreError = () => undefined;

/**
 * Makes the metrics of this process available to the others of its server, and returns the function that reads those of
 * all together. It never reads less: counters that fall would look like those of a server that has restarted.
 */
export function shareMetrics(registry: Registry): () => Promise<string> {
  process.on('message', (given) => {
    if (!OwnWantedSchema.safeParse(given).success) return;
    void registry
      .getMetricsAsJSON()
      .then((metrics) => {
        if (process.connected) process.send?.({ is: 'own-metrics', metrics }, ignoreError);
      })
      .catch(() => undefined);
  });
  let asked = 0;
  return () =>
    new Promise((resolve, reject) => {
      asked += 1;
      const id = asked;
      const end = () => {
        clearTimeout(timer);
        process.off('message', receive);
      };
      const receive = (given: unknown) => {
        const { data: message } = AnswerSchema.safeParse(given);
        if (message?.id !== id) return;
        end();
        resolve(message.text);
      };
      const timer = setTimeout(() => {
        end();
        reject(new AppError('unavailable', { message: 'The first process of the server does not answer.' }));
      }, PATIENCE_MS);
      process.on('message', receive);
      process.send?.({ is: 'metrics-wanted', id } satisfies z.infer<typeof WantedSchema>, ignoreError);
    });
}

/**
 * Creates the sum of what processes have counted. What one that has ended had counted stays in it: Prometheus takes a
 * counter that falls for one that began again at 0, and would see an increase by all the rest.
 */
export function createMetricsSum() {
  const latest = new Map<number, OwnMetrics>();
  let ofEnded: object[] = [];
  return {
    note: (process: number, metrics: OwnMetrics): void => {
      latest.set(process, metrics);
    },
    end: (process: number): void => {
      const counted = latest.get(process)?.filter(({ type }) => type === 'counter' || type === 'histogram');
      latest.delete(process);
      if (counted) ofEnded = AggregatorRegistry.aggregate([ofEnded, counted]).getMetricsAsArray();
    },
    text: (): Promise<string> => AggregatorRegistry.aggregate([...latest.values(), ofEnded]).metrics(),
  };
}

/** Answers the processes of this server that ask for the metrics of all. */
export function collectMetrics(): void {
  const sum = createMetricsSum();
  let round: { done: Promise<void>; answered(worker: Worker): void } | null = null;

  function begin() {
    const missing = new Set<number>();
    let finish: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ROUND_MS);
      finish = () => {
        clearTimeout(timer);
        resolve();
      };
    }).finally(() => {
      round = null;
    });
    for (const worker of Object.values(cluster.workers ?? {})) {
      if (!worker?.isConnected()) continue;
      missing.add(worker.id);
      worker.send({ is: 'own-metrics-wanted' } satisfies z.infer<typeof OwnWantedSchema>, ignoreError);
    }
    const answered = ({ id }: Worker) => {
      missing.delete(id);
      if (missing.size === 0) finish();
    };
    return { done, answered };
  }

  async function answer(worker: Worker, id: number): Promise<void> {
    // Those who ask at the same time share a round.
    round ??= begin();
    await round.done;
    const text = await sum.text();
    if (worker.isConnected())
      worker.send({ is: 'metrics', id, text } satisfies z.infer<typeof AnswerSchema>, ignoreError);
  }

  cluster.on('message', (worker, given) => {
    const { data: own } = OwnSchema.safeParse(given);
    if (own && !worker.isDead()) {
      sum.note(worker.id, own.metrics);
      round?.answered(worker);
    }
    const { data: wanted } = WantedSchema.safeParse(given);
    if (wanted) void answer(worker, wanted.id).catch(() => undefined);
  });
  cluster.on('exit', (worker) => {
    sum.end(worker.id);
    round?.answered(worker);
  });
}
