import { expect, it } from 'vitest';
import { createShare } from './connection-shares.ts';

it('gives its connections in the order of the requests, and takes them back', async () => {
  const share = createShare(1);
  const order: string[] = [];
  const release = await share.take(1_000);
  const first = share.take(1_000).then((done) => [order.push('first'), done()]);
  const second = share.take(1_000).then((done) => [order.push('second'), done()]);
  expect(order).toEqual([]);
  release();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
});

it('ends the wait for a connection, and the next one in the queue is not forgotten', async () => {
  const share = createShare(1);
  const release = await share.take(1_000);
  await expect(share.take(5)).rejects.toMatchObject({ name: 'DatabaseTimeoutError' });
  const next = share.take(1_000);
  release();
  (await next)();
});
