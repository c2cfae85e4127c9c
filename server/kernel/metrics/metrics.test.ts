import { expect, it } from 'vitest';
import { countSeldom, createMetrics } from './metrics.ts';

it('shows the counters of alerts from the start: an increase needs a value before it', async () => {
  const metrics = createMetrics();
  metrics.expectJobs(['purge-contact']);
  const text = await metrics.text();
  for (const counter of [
    'switchboard_jobs_failed_total{kind="purge-contact"} 0',
    'switchboard_overload_refused_total{kind="callback"} 0',
    'switchboard_images_total{outcome="unavailable"} 0',
    'switchboard_automation_runs_total{result="failed"} 0',
  ])
    expect(text).toContain(counter);
});

it('has a gauge with several values, and none of them while they cannot be read', async () => {
  const metrics = createMetrics();
  let read: () => Promise<ReadonlyMap<string, number>> = async () => new Map([['jobs', 12]]);
  metrics.gauges('switchboard_test_seconds', 'A test', 'queue', () => read());
  expect(await metrics.text()).toContain('switchboard_test_seconds{queue="jobs"} 12');
  read = () => Promise.reject(new Error('no answer'));
  expect(await metrics.text()).not.toContain('switchboard_test_seconds{');
});

it('counts once for scrapes that follow each other', async () => {
  let counts = 0;
  const seldom = countSeldom(async () => {
    counts += 1;
    return counts;
  });
  expect([await seldom(), await seldom()]).toEqual([1, 1]);
});
