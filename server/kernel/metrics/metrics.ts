import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What the server counts about itself, in Prometheus's text format. */
export interface Metrics {
  request(method: string, status: number, ms: number): void;
  /** How long a callback took from its first byte to the answer, which comes after the durable write. */
  callback(outcome: 'stored' | 'repeated' | 'refused', ms: number): void;
  text(): Promise<string>;
  readonly contentType: string;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'switchboard_' });
  const requests = new Histogram({
    name: 'switchboard_http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const callbacks = new Histogram({
    name: 'switchboard_callback_duration_seconds',
    help: 'Time to take a callback of the messaging platform',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'switchboard_http_failures_total',
    help: 'Answers of 500 and above',
    registers: [registry],
  });
  return {
    request: (method, status, ms) => {
      requests.observe({ method, status: String(status) }, ms / 1_000);
      if (status >= 500) failures.inc();
    },
    callback: (outcome, ms) => callbacks.observe({ outcome }, ms / 1_000),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
