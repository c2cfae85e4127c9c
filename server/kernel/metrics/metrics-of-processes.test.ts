import { fork } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { createMetrics } from './metrics.ts';
import { collectMetrics, createMetricsSum } from './metrics-of-processes.ts';

/** A process that has counted so many items. */
async function processWith(items: number) {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'items_total', help: 'Items', labelNames: ['kind'], registers }).inc(
    { kind: 'a' },
    items,
  );
  new Histogram({ name: 'times', help: 'Times', buckets: [1], registers }).observe(items);
  new Gauge({ name: 'open', help: 'Open now', registers }).set(items);
  // As it arrives from another process.
  return JSON.parse(JSON.stringify(await registry.getMetricsAsJSON()));
}

it('keeps what a process had counted when it ends, and not what it had open', async () => {
  const sum = createMetricsSum();
  sum.note(1, await processWith(10));
  sum.note(2, await processWith(30));
  expect(await sum.text()).toContain('items_total{kind="a"} 40');
  sum.end(1);
  // A sum that falls to 30 would be an increase by 30 for Prometheus, and an alert.
  let text = await sum.text();
  expect(text).toContain('items_total{kind="a"} 40');
  expect(text).toContain('times_sum 40');
  expect(text).toContain('open 30');
  sum.note(3, await processWith(1));
  sum.end(2);
  sum.end(3);
  sum.note(4, await processWith(2));
  text = await sum.text();
  expect(text).toContain('items_total{kind="a"} 43');
  expect(text).toContain('times_count 4');
  expect(text).toContain('open 2');
});

it('uses what a process said last, when it does not answer in time', async () => {
  const sum = createMetricsSum();
  sum.note(1, await processWith(10));
  sum.note(1, await processWith(12));
  expect(await sum.text()).toContain('items_total{kind="a"} 12');
});

it('has nothing to say of a process that ended before it said anything', async () => {
  const sum = createMetricsSum();
  sum.end(1);
  expect((await sum.text()).trim()).toBe('');
});

/** How each gauge of a server combines. One that is missing here fails the test: adding values up is rarely right. */
const GAUGES = {
  // Each process reads the same of the database or the machine, or the worst one counts.
  max: [
    ...['servers', 'housekeeping_last_success_timestamp_seconds', 'rounds_last_success_timestamp_seconds'],
    ...['disk_free_bytes', 'queue_oldest_seconds', 'process_start_time_seconds'],
    ...['nodejs_eventloop_lag_seconds', 'nodejs_eventloop_lag_max_seconds'],
    ...['nodejs_eventloop_lag_stddev_seconds', 'nodejs_eventloop_lag_p50_seconds'],
    ...['nodejs_eventloop_lag_p90_seconds', 'nodejs_eventloop_lag_p99_seconds'],
  ],
  min: ['nodejs_eventloop_lag_min_seconds'],
  average: ['clock_offset_seconds', 'nodejs_eventloop_lag_mean_seconds'],
  first: ['nodejs_version_info'],
  // What each process has for itself.
  sum: [
    ...['process_resident_memory_bytes', 'process_virtual_memory_bytes', 'process_heap_bytes'],
    ...['process_open_fds', 'process_max_fds', 'nodejs_external_memory_bytes'],
    ...['nodejs_active_resources', 'nodejs_active_resources_total', 'nodejs_active_handles'],
    ...['nodejs_active_handles_total', 'nodejs_active_requests', 'nodejs_active_requests_total'],
    ...['nodejs_heap_size_total_bytes', 'nodejs_heap_size_used_bytes'],
    ...['nodejs_heap_space_size_total_bytes', 'nodejs_heap_space_size_used_bytes'],
    'nodejs_heap_space_size_available_bytes',
  ],
} as const;

/** Returns the metrics of a server's process, as they arrive from it. */
async function processOfServer(free: number, offset: number) {
  const registry = new Registry();
  const metrics = createMetrics({ registry });
  metrics.gauge('switchboard_disk_free_bytes', 'Free', async () => free);
  metrics.gauges(
    'switchboard_queue_oldest_seconds',
    'Oldest',
    'queue',
    async () => new Map([['jobs', free]]),
  );
  metrics.total('switchboard_log_lines_lost_total', 'Lost', () => free);
  metrics.clockOffset(offset);
  metrics.servers(3);
  return { registry, own: JSON.parse(JSON.stringify(await registry.getMetricsAsJSON())) };
}

it('each gauge says how the values of processes combine', async () => {
  const { registry } = await processOfServer(1, 0);
  const found = Object.fromEntries(
    (await registry.getMetricsAsJSON()).flatMap(({ name, type, aggregator }) =>
      // The library's types name the kind by a number, and its values by a word.
      String(type) === 'gauge' ? [[name.replace('switchboard_', ''), aggregator]] : [],
    ),
  );
  const expected = Object.entries(GAUGES).flatMap(([how, names]) => names.map((name) => [name, how]));
  expect(found).toEqual(Object.fromEntries(expected));
});

it('what the processes read alike is not added up, and the largest delay counts', async () => {
  const sum = createMetricsSum();
  const [one, other] = [await processOfServer(100, 0.5), await processOfServer(70, 1.5)];
  const lagOf = (own: { name: string; values: { value: number }[] }[], value: number) => {
    const lag = own.find(({ name }) => name === 'switchboard_nodejs_eventloop_lag_p99_seconds');
    if (lag?.values[0]) lag.values[0].value = value;
  };
  lagOf(one.own, 0.01);
  lagOf(other.own, 2);
  sum.note(1, one.own);
  sum.note(2, other.own);
  const lines = (await sum.text()).split('\n');
  expect(lines).toContain('switchboard_disk_free_bytes 100');
  expect(lines).toContain('switchboard_queue_oldest_seconds{queue="jobs"} 100');
  expect(lines).toContain('switchboard_servers 3');
  expect(lines).toContain('switchboard_clock_offset_seconds 1');
  expect(lines).toContain('switchboard_nodejs_eventloop_lag_p99_seconds 2');
  expect(lines).toContain('switchboard_log_lines_lost_total 170');
  // Without it, nobody would see that processes are started again and again.
  expect(lines.some((line) => line.startsWith('switchboard_process_start_time_seconds '))).toBe(true);
});

it('a process that was killed in this very moment does not end the one that asks it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-processes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'child.cjs');
  writeFileSync(file, "process.send('ready'); setInterval(() => undefined, 1000);");
  const child = fork(file);
  await once(child, 'message');
  const worker = {
    ...{ id: 7, isConnected: () => child.connected, isDead: () => false },
    send: child.send.bind(child),
  };
  const workers = cluster.workers ?? {};
  Object.assign(workers, { 7: worker });
  onTestFinished(() => {
    delete workers[7];
    cluster.removeAllListeners('message');
    cluster.removeAllListeners('exit');
  });
  collectMetrics();
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  // This process is busy: it does not know of the end yet.
  const until = performance.now() + 300;
  while (performance.now() < until);
  expect(worker.isConnected()).toBe(true);
  // An error without a listener would fail the test.
  cluster.emit('message', worker as never, { is: 'metrics-wanted', id: 1 }, undefined);
  await ended;
});
