import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { attributesOf, startOtlpReceiver } from '../../../test/helpers/otlp-receiver.ts';
import { newKey } from '../ids.ts';
import { openTracing, type TracingOptions } from './open-tracing.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** Opens tracing towards a receiver, and collects warnings. */
async function open(options: Partial<TracingOptions> = {}) {
  const otlp = await startOtlpReceiver();
  cleanUps.push(otlp.stop);
  return { otlp, ...openTowards(otlp.url, options) };
}

function openTowards(endpoint: string, options: Partial<TracingOptions> = {}) {
  const warnings: object[] = [];
  const tracing = openTracing(
    { endpoint, headers: {}, serviceName: 'test', ratio: 1, ...options },
    { warn: (fields: object) => void warnings.push(fields) },
  );
  return { tracing, warnings };
}

describe('tracing', () => {
  it('records a share of the rows, all spans of a row or none', async () => {
    const { otlp, tracing } = await open({ ratio: 0.5 });
    const rows = Array.from({ length: 400 }, newKey);
    for (const row of rows) {
      tracing.queued('things', row);
      tracing.within({ name: 'work', kind: 'consumer', about: row }, (span) => span.end());
    }
    await tracing.close();
    const spans = otlp.spans();
    const traces = new Set(spans.map(({ traceId }) => traceId));
    expect(traces.size).toBeGreaterThan(140);
    expect(traces.size).toBeLessThan(260);
    expect(spans).toHaveLength(2 * traces.size);
    const known = new Set(rows.map((row) => row.toString('hex')));
    expect([...traces].every((id) => known.has(id))).toBe(true);
  });

  it('puts no statement outside of a span, and none below a span that has ended', async () => {
    const { otlp, tracing } = await open();
    let described = 0;
    const leaf = () =>
      tracing
        .leaf(() => {
          described += 1;
          return { name: 'SELECT', kind: 'client' };
        })
        ?.end();
    leaf();
    await tracing.within({ name: 'request', kind: 'server' }, async (span) => {
      leaf();
      span.end();
      await sleep(1);
      leaf();
      // Work that a request has begun and that goes on after it is a trace of its own.
      tracing.within({ name: 'later', kind: 'internal' }, (later) => later.end('ER_TEST'));
    });
    await tracing.close();
    const [request, statement, later, ...others] = ['request', 'SELECT', 'later'].flatMap((name) =>
      otlp.spans().filter((span) => span.name === name),
    );
    expect(others).toEqual([]);
    // Nothing is worked out for a span that is not recorded.
    expect(described).toBe(1);
    expect(statement).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId });
    expect(later?.traceId).not.toBe(request?.traceId);
    expect(later?.status.code).toBe(2);
    expect(attributesOf(later)).toEqual({ 'error.type': 'ER_TEST' });
  });

  it('warns once of a receiver that refuses, drops what it cannot keep, and stops in time', async () => {
    let requests = 0;
    const refusing = createServer((req, res) => {
      requests += 1;
      req.resume();
      res.writeHead(401).end();
    });
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    cleanUps.push(() => refusing.close());
    const { port } = refusing.address() as AddressInfo;
    const { tracing, warnings } = openTowards(`http://127.0.0.1:${port}`);
    for (let count = 0; count < 20_000; count += 1)
      tracing.within({ name: 'request', kind: 'server' }, (span) => span.end());
    const startedAt = performance.now();
    await tracing.close();
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    // The first export began with 512 spans; 4,096 waited, in exports of 512.
    expect(requests).toBe(9);
    expect(warnings).toEqual([{ reason: 'Unauthorized', spans: 512 }]);
  });
});
