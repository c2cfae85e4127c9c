import { expect, it } from 'vitest';
import { createShare } from './connection-shares.ts';

it('gives its connections in the order of the requests, and takes them back', async () => {
  const share = createShare(1);
  const order: string[] = [];
  const release = await share.take(1_000, '');
  const first = share.take(1_000, '').then((done) => [order.push('first'), done()]);
  const second = share.take(1_000, '').then((done) => [order.push('second'), done()]);
  expect(order).toEqual([]);
  release();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
});

it('ends the wait for a connection, and the next one in the queue is not forgotten', async () => {
  const share = createShare(1);
  const release = await share.take(1_000, '');
  await expect(share.take(5, '')).rejects.toMatchObject({ name: 'DatabaseTimeoutError' });
  const next = share.take(1_000, '');
  release();
  (await next)();
});

it('lets workspaces take turns: one with many statements in the queue does not hold up another', async () => {
  const share = createShare(1);
  const order: string[] = [];
  const release = await share.take(1_000, 'flood');
  const waiting = ['flood 1', 'flood 2', 'flood 3', 'other 1', 'other 2'].map(async (name) => {
    const done = await share.take(1_000, name.split(' ')[0] ?? '');
    order.push(name);
    done();
  });
  expect(share.waitMs()).toBeGreaterThanOrEqual(0);
  release();
  await Promise.all(waiting);
  expect(order).toEqual(['flood 1', 'other 1', 'flood 2', 'other 2', 'flood 3']);
  expect(share.waitMs()).toBe(0);
});
