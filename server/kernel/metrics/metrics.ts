import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { addDefaultMetrics, shareMetrics } from './metrics-of-processes.ts';

/** The metrics of this server, in Prometheus's text format. */
export interface Metrics {
  request(method: string, status: number, ms: number): void;
  /**
   * Records the time of a callback from its first byte to the response, which follows the durable write. The
   * number of `repeated` callbacks is exact; which of those stored together were repeats is unknown.
   */
  callback(outcome: 'stored' | 'repeated' | 'refused', ms: number): void;
  /** Counts a handshake of the callback URL, which anyone can try. */
  handshake(isRight: boolean): void;
  /** Counts a request that was refused because too many bodies were being read. */
  bodyRefused(): void;
  /** Counts a connection that was closed because too many were open. */
  connectionRefused(): void;
  /** Counts a request that was refused because the server had too many. */
  overloaded(kind: 'request' | 'callback'): void;
  /** Counts a connection that was closed because its client took the answer too slowly. */
  slowReaderDropped(): void;
  /** Counts an image that was decoded for its thumbnail, by what became of it. */
  image(outcome: string): void;
  /** Counts a part of a callback that could not be read or stored, and was parked. */
  parkedItem(): void;
  /** Counts a step back of the database's clock for which this server moved the due times. */
  clockStep(): void;
  /** Records how far the database's clock is ahead of ours, in seconds. */
  clockOffset(seconds: number): void;
  /** Records how many servers use the database. */
  servers(count: number): void;
  /** Counts rows that housekeeping has removed from a table. */
  housekeepingRemoved(step: string, rows: number): void;
  /** Records that housekeeping of a table has finished without an error. */
  housekeepingSucceeded(step: string, at: Date): void;
  /** Records that a worker has finished a round without an error. */
  roundSucceeded(worker: string, at: Date): void;
  /** Adds a counter of something that counts itself, which is read for each scrape. */
  total(name: string, help: string, read: () => number): void;
  /** Adds a gauge that is read for each scrape; null when its value is unknown at that moment. */
  gauge(name: string, help: string, read: () => Promise<number | null>): void;
  /** Adds a gauge with a value for each name of a label, which are read for each scrape; none while that fails. */
  gauges(
    name: string,
    help: string,
    label: string,
    read: () => Promise<ReadonlyMap<string, number> | null>,
  ): void;
  /** Counts events that a subscriber of the relay could not process, and that were set aside; 0 shows that none was yet. */
  eventSetAside(subscriber: string, count: number): void;
  /** Counts a background job that failed for too long. */
  jobFailed(kind: string): void;
  /** Shows that no job of these kinds has failed yet: see `ALARMS`. */
  expectJobs(kinds: readonly string[]): void;
  /** Counts a run of a rule of automation. */
  automationRun(result: string): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/**
 * What alerts watch of counters with labels. Such a counter has no value before the first event, and Prometheus sees no
 * increase in a value that appears: without a 0 before it, no alert would report the first one after a start.
 */
const ALARMS = {
  overloads: ['request', 'callback'],
  images: ['busy', 'unavailable', 'too_costly'],
  automationRuns: ['failed'],
} as const;

/**
 * Creates the metrics. Those of one of several processes of a server are shown together, by each of them: each gauge says in
 * `aggregator` how the values of processes combine; without it, and for counters and histograms, they are added.
 */
export function createMetrics({
  isOneOfSeveral = false,
  registry = new Registry(),
}: {
  isOneOfSeveral?: boolean;
  registry?: Registry;
} = {}): Metrics {
  const text = isOneOfSeveral ? shareMetrics(registry) : () => registry.metrics();
  addDefaultMetrics(registry, 'switchboard_');
  const requests = new Histogram({
    name: 'switchboard_http_request_duration_seconds',
    help: 'Time from request to response',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const callbacks = new Histogram({
    name: 'switchboard_callback_duration_seconds',
    help: 'Time to accept a callback of WhatsApp. The number of repeated callbacks is exact, their times are not',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5],
    registers: [registry],
  });
  const handshakes = new Counter({
    name: 'switchboard_handshakes_total',
    help: 'Handshakes of the callback URL, by whether the verify token was right',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const refusedBodies = new Counter({
    name: 'switchboard_bodies_refused_total',
    help: 'Requests refused with 503 because too many bodies were being read',
    registers: [registry],
  });
  const refusedConnections = new Counter({
    name: 'switchboard_connections_refused_total',
    help: 'Connections closed because too many were open',
    registers: [registry],
  });
  const overloads = new Counter({
    name: 'switchboard_overload_refused_total',
    help: 'Requests and callbacks refused with 503 because the server had more than it could answer',
    labelNames: ['kind'],
    registers: [registry],
  });
  const slowReaders = new Counter({
    name: 'switchboard_slow_readers_dropped_total',
    help: 'Connections closed because the client took its answer too slowly',
    registers: [registry],
  });
  const images = new Counter({
    name: 'switchboard_images_total',
    help: 'Images whose thumbnail was wanted, by what became of them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'switchboard_http_failures_total',
    help: 'Responses with status 500 or above',
    registers: [registry],
  });
  // Without a label: the kinds come from callbacks, and a tenant could create any number of them.
  const parked = new Counter({
    name: 'switchboard_parked_items_total',
    help: 'Parts of callbacks that could not be read or stored, and were parked',
    registers: [registry],
  });
  const clockSteps = new Counter({
    name: 'switchboard_database_clock_steps_total',
    help: 'Steps back of the database clock that this server handled',
    registers: [registry],
  });
  const clockOffset = new Gauge({
    name: 'switchboard_clock_offset_seconds',
    aggregator: 'average',
    help: 'How far the clock of the database is ahead of the clock of this server',
    registers: [registry],
  });
  const servers = new Gauge({
    name: 'switchboard_servers',
    aggregator: 'max',
    help: 'Servers that use this database, including this one',
    registers: [registry],
  });
  const lastSuccess = new Gauge({
    name: 'switchboard_housekeeping_last_success_timestamp_seconds',
    aggregator: 'max',
    help: 'When housekeeping last finished a table without an error, in seconds since 1970',
    labelNames: ['step'],
    registers: [registry],
  });
  const lastRound = new Gauge({
    name: 'switchboard_rounds_last_success_timestamp_seconds',
    aggregator: 'max',
    help: 'When a worker last finished a round without an error, or started, in seconds since 1970',
    labelNames: ['worker'],
    registers: [registry],
  });
  const removed = new Counter({
    name: 'switchboard_housekeeping_removed_rows_total',
    help: 'Rows removed by housekeeping',
    labelNames: ['step'],
    registers: [registry],
  });
  const asides = new Counter({
    name: 'switchboard_events_set_aside_total',
    help: 'Events of workspaces that a part of this server could not process, and that are retried as jobs',
    labelNames: ['subscriber'],
    registers: [registry],
  });
  const jobsFailed = new Counter({
    name: 'switchboard_jobs_failed_total',
    help: 'Background jobs that failed for too long and are no longer retried',
    labelNames: ['kind'],
    registers: [registry],
  });
  const automationRuns = new Counter({
    name: 'switchboard_automation_runs_total',
    help: 'Runs of automation rules, by result',
    labelNames: ['result'],
    registers: [registry],
  });
  for (const kind of ALARMS.overloads) overloads.inc({ kind }, 0);
  for (const outcome of ALARMS.images) images.inc({ outcome }, 0);
  for (const result of ALARMS.automationRuns) automationRuns.inc({ result }, 0);
  return {
    request: (method, status, ms) => {
      requests.observe({ method, status: String(status) }, ms / 1_000);
      if (status >= 500) failures.inc();
    },
    callback: (outcome, ms) => callbacks.observe({ outcome }, ms / 1_000),
    handshake: (isRight) => handshakes.inc({ outcome: isRight ? 'right' : 'wrong' }),
    bodyRefused: () => refusedBodies.inc(),
    connectionRefused: () => refusedConnections.inc(),
    overloaded: (kind) => overloads.inc({ kind }),
    slowReaderDropped: () => slowReaders.inc(),
    image: (outcome) => images.inc({ outcome }),
    parkedItem: () => parked.inc(),
    clockStep: () => clockSteps.inc(),
    clockOffset: (seconds) => clockOffset.set(seconds),
    servers: (count) => servers.set(count),
    housekeepingRemoved: (step, rows) => removed.inc({ step }, rows),
    housekeepingSucceeded: (step, at) => lastSuccess.set({ step }, at.getTime() / 1_000),
    roundSucceeded: (worker, at) => lastRound.set({ worker }, at.getTime() / 1_000),
    total: (name, help, read) => {
      let counted = 0;
      new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          const now = read();
          this.inc(now - counted);
          counted = now;
        },
      });
    },
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        // Each process reads the same of the machine or the database.
        aggregator: 'max',
        registers: [registry],
        async collect() {
          // A value that cannot be read now must not hide all others.
          const value = await read().catch(() => null);
          if (value === null) this.reset();
          else this.set(value);
        },
      });
    },
    gauges: (name, help, label, read) => {
      new Gauge({
        name,
        help,
        labelNames: [label],
        aggregator: 'max',
        registers: [registry],
        async collect() {
          const values = await read().catch(() => null);
          this.reset();
          for (const [one, value] of values ?? []) this.set({ [label]: one }, value);
        },
      });
    },
    eventSetAside: (subscriber, count) => asides.inc({ subscriber }, count),
    jobFailed: (kind) => jobsFailed.inc({ kind }),
    expectJobs: (kinds) => {
      for (const kind of kinds) jobsFailed.inc({ kind }, 0);
    },
    automationRun: (result) => automationRuns.inc({ result }),
    text,
    contentType: registry.contentType,
  };
}

/** A metric that needs many rows of the database is read at most this often. */
const COUNT_EVERY_MS = 15_000;

/** Returns a function that counts at most every 15 seconds. While the database does not answer, the last result stays. */
export function countSeldom<Result>(count: () => Promise<Result>): () => Promise<Result | null> {
  let last: Result | null = null;
  let countedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - countedAt < COUNT_EVERY_MS) return last;
    countedAt = performance.now();
    last = await count().catch(() => last);
    return last;
  };
}
