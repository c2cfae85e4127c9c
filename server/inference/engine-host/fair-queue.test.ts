import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const item = (id: string, key: string) => ({ id, key, tenant: 't' });
const nobody = () => 0;

describe('the fair queue', () => {
  it('alternates between keys for any order of arrival', () => {
    const queue = new FairQueue({ total: 10, perKey: 10 });
    for (const id of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(item(id, id.charAt(0)));
    const order = Array.from({ length: 6 }, () => queue.next(nobody)?.id);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.next(nobody)).toBeNull();
  });

  it('prefers the key that has fewer requests running', () => {
    const queue = new FairQueue({ total: 10, perKey: 10 });
    queue.add(item('a1', 'a'));
    queue.add(item('b1', 'b'));
    expect(queue.next((key) => (key === 'a' ? 3 : 0))?.id).toBe('b1');
  });

  it('returns the queue position of a request', () => {
    const queue = new FairQueue({ total: 10, perKey: 10 });
    for (const id of ['a1', 'a2', 'a3', 'b1']) queue.add(item(id, id.charAt(0)));
    expect(['a1', 'b1', 'a2', 'a3', 'x'].map((id) => queue.positionOf(id, nobody))).toEqual([
      1,
      2,
      3,
      4,
      null,
    ]);
  });

  it('is limited in total and per key, and frees the room of removed requests', () => {
    const queue = new FairQueue({ total: 3, perKey: 2 });
    queue.add(item('a1', 'a'));
    queue.add(item('a2', 'a'));
    expect([queue.hasRoom('a'), queue.hasRoom('b')]).toEqual([false, true]);
    queue.add(item('b1', 'b'));
    expect(queue.hasRoom('b')).toBe(false);
    expect(queue.remove('a1')?.id).toBe('a1');
    expect(queue.remove('a1')).toBeNull();
    expect([queue.hasRoom('a'), queue.length]).toEqual([true, 2]);
  });
});
