import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createMetricsSum } from './metrics-of-processes.ts';

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
