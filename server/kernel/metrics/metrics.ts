import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this server, in Prometheus's text format. */
export interface Metrics {
  request(method: string, status: number, ms: number): void;
  /**
   * Records the time of a callback from its first byte to the response, which follows the durable write. The
   * number of `repeated` callbacks is exact; which of those stored together were repeats is unknown.
   */
  callback(outcome: 'stored' | 'repeated' | 'refused', ms: number): void;
  /** Counts a part of a callback that could not be read or stored, and was parked. */
  parkedItem(): void;
  /** Counts a step back of the database's clock for which this server moved the due times. */
  clockStep(): void;
  /** Counts rows that housekeeping has removed from a table. */
  housekeepingRemoved(step: string, rows: number): void;
  /** Records that housekeeping of a table has finished without an error. */
  housekeepingSucceeded(step: string, at: Date): void;
  /** Adds a gauge that is read for each scrape; null when its value is unknown at that moment. */
  gauge(name: string, help: string, read: () => Promise<number | null>): void;
  text(): Promise<string>;
  readonly contentType: string;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'switchboard_' });
  const requests = new Histogram({
    name: 'switchboard_http_request_duration_seconds',
    help: 'Time from request to response',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const callbacks = new Histogram({
    name: 'switchboard_callback_duration_seconds',
    help: 'Time to accept a callback of the messaging platform. The number of repeated callbacks is exact, their times are not',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5],
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
  const lastSuccess = new Gauge({
    name: 'switchboard_housekeeping_last_success_timestamp_seconds',
    help: 'When housekeeping last finished a table without an error, in seconds since 1970',
    labelNames: ['step'],
    registers: [registry],
  });
  const removed = new Counter({
    name: 'switchboard_housekeeping_removed_rows_total',
    help: 'Rows removed by housekeeping',
    labelNames: ['step'],
    registers: [registry],
  });
  return {
    request: (method, status, ms) => {
      requests.observe({ method, status: String(status) }, ms / 1_000);
      if (status >= 500) failures.inc();
    },
    callback: (outcome, ms) => callbacks.observe({ outcome }, ms / 1_000),
    parkedItem: () => parked.inc(),
    clockStep: () => clockSteps.inc(),
    housekeepingRemoved: (step, rows) => removed.inc({ step }, rows),
    housekeepingSucceeded: (step, at) => lastSuccess.set({ step }, at.getTime() / 1_000),
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          // A value that cannot be read now must not hide all others.
          const value = await read().catch(() => null);
          if (value === null) this.reset();
          else this.set(value);
        },
      });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
