import { Counter, Gauge } from 'prom-client';
import type { InferenceMetrics } from '../../http/metrics.ts';
import type { UpstreamServer } from './upstream-server.ts';

/**
 * How a request to an engine ended: with an answer (also an error that the caller can fix), without one because the
 * engine took nothing, without one or with a part of it, or because the caller left or the time was over.
 */
export type AttemptOutcome = 'answered' | 'refused' | 'broken' | 'left';

export type UpstreamMetrics = ReturnType<typeof createUpstreamMetrics>;

/** Adds the metrics of each engine, by its host. */
export function createUpstreamMetrics({ registers }: InferenceMetrics, servers: readonly UpstreamServer[]) {
  const requests = new Counter({
    name: 'inference_upstream_requests_total',
    help: 'Requests to an engine by outcome; one that another engine takes over counts for both',
    labelNames: ['upstream', 'outcome'],
    registers,
  });
  // An alert watches it: Prometheus sees no increase in a value that appears, so it begins with 0.
  for (const { host } of servers) requests.inc({ upstream: host, outcome: 'broken' }, 0);
  const gauge = (name: string, help: string, pick: (server: UpstreamServer) => number) =>
    new Gauge({
      name: `inference_upstream_${name}`,
      help,
      labelNames: ['upstream'],
      registers,
      collect() {
        // Two engines can have one host.
        this.reset();
        for (const server of servers) this.inc({ upstream: server.host }, pick(server));
      },
    });
  gauge('ready', '1 when the engine gets requests', (server) => (server.state() === 'ready' ? 1 : 0));
  gauge('requests_processing', 'Requests that the engine is answering', ({ load }) => load);
  return {
    ended: ({ host }: UpstreamServer, outcome: AttemptOutcome) => requests.inc({ upstream: host, outcome }),
  };
}
