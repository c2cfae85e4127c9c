import { describe, expect, it } from 'vitest';
import { type Caller, FairQueue, hasShare } from './fair-queue.ts';

const item = (id: string, key: string, tenant = key) => ({ id, key, tenant });
const nobody = () => ({ tenant: 0, key: 0 });
const roomy = { total: 100, perTenant: 100, perKey: 100 };
const orderOf = (queue: FairQueue<ReturnType<typeof item>>, count: number) =>
  Array.from({ length: count }, () => queue.next(nobody)?.id);

describe('the fair queue', () => {
  it('alternates between keys for any order of arrival', () => {
    const queue = new FairQueue(roomy);
    for (const id of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(item(id, id.charAt(0)));
    expect(orderOf(queue, 6)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.next(nobody)).toBeNull();
  });

  it('alternates between tenants, however many keys one of them has, and then between its keys', () => {
    const queue = new FairQueue(roomy);
    for (const id of ['a1', 'b1', 'c1', 'd1', 'a2', 'b2']) queue.add(item(id, id.charAt(0), 'many'));
    for (const id of ['x1', 'x2']) queue.add(item(id, 'x', 'one'));
    expect(orderOf(queue, 8)).toEqual(['a1', 'x1', 'b1', 'x2', 'c1', 'd1', 'a2', 'b2']);
  });

  it('prefers the tenant that has fewer requests running, and then the key', () => {
    const queue = new FairQueue(roomy);
    for (const one of [item('a1', 'a', 't'), item('b1', 'b', 't'), item('c1', 'c', 'u')]) queue.add(one);
    const running = ({ key, tenant }: Caller) => ({
      tenant: tenant === 't' ? 3 : 2,
      key: key === 'a' ? 3 : 0,
    });
    expect(queue.next(running)?.id).toBe('c1');
    expect(queue.next(running)?.id).toBe('b1');
  });

  it('returns the queue position of a request', () => {
    const queue = new FairQueue(roomy);
    for (const id of ['a1', 'a2', 'a3', 'b1']) queue.add(item(id, id.charAt(0)));
    const positions = ['a1', 'b1', 'a2', 'a3', 'x'].map((id) => queue.positionOf(id, nobody));
    expect(positions).toEqual([1, 2, 3, 4, null]);
    expect(queue.length).toBe(4);
  });

  it('is limited in total, per tenant and per key, and frees the room of removed requests', () => {
    const queue = new FairQueue({ total: 3, perTenant: 2, perKey: 1 });
    const rooms = () => ['a', 'b', 'x'].map((key) => queue.hasRoom({ key, tenant: key === 'x' ? 'u' : 't' }));
    queue.add(item('a1', 'a', 't'));
    expect(rooms()).toEqual([false, true, true]);
    queue.add(item('b1', 'b', 't'));
    expect(rooms()).toEqual([false, false, true]);
    queue.add(item('x1', 'x', 'u'));
    expect(queue.hasRoom({ key: 'y', tenant: 'v' })).toBe(false);
    expect(queue.remove('a1')?.id).toBe('a1');
    expect(queue.remove('a1')).toBeNull();
    expect([rooms(), queue.length]).toEqual([[true, false, false], 2]);
  });

  it('keeps the last places for tenants with few requests', () => {
    const limits = { total: 128, perTenant: 64 };
    expect(hasShare(limits, { total: 63, tenant: 63 })).toBe(true);
    expect(hasShare(limits, { total: 64, tenant: 64 })).toBe(false);
    expect(hasShare(limits, { total: 96, tenant: 32 })).toBe(false);
    expect(hasShare(limits, { total: 96, tenant: 7 })).toBe(true);
    expect(hasShare(limits, { total: 128, tenant: 0 })).toBe(false);
  });
});
