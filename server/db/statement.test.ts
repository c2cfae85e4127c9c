import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { bind } from './statement.ts';

describe('a statement', () => {
  it('has its values in the order of their places, once for each place', () => {
    expect(bind('UPDATE t SET a = :a, b = :b WHERE a < :a', { a: 1, b: 'x' })).toEqual({
      text: 'UPDATE t SET a = ?, b = ? WHERE a < ?',
      values: [1, 'x', 1],
    });
  });

  it('takes a list as that many values', () => {
    expect(bind('SELECT 1 FROM t WHERE id IN (:ids) AND k = :k', { ids: [1, 2, 3], k: null })).toEqual({
      text: 'SELECT 1 FROM t WHERE id IN (?, ?, ?) AND k = ?',
      values: [1, 2, 3, null],
    });
  });

  it('takes a list of lists as that many rows', () => {
    const at = new Date('2026-02-03T04:05:06.007Z');
    expect(
      bind('VALUES :rows', {
        rows: [
          [1, at],
          [2, null],
        ],
      }),
    ).toEqual({
      text: 'VALUES (?, ?), (?, ?)',
      values: [1, '2026-02-03 04:05:06.007', 2, null],
    });
  });

  it('leaves alone what stands in quotes', () => {
    expect(bind("SELECT ':a', 'it''s :a', :a", { a: 1 }).text).toBe("SELECT ':a', 'it''s :a', ?");
  });

  it('writes times in UTC with their milliseconds', () => {
    expect(bind('SELECT :at', { at: new Date('2026-01-02T03:04:05.678Z') }).values).toEqual([
      '2026-01-02 03:04:05.678',
    ]);
  });

  it('does not run with a value missing', () => {
    expect(() => bind('SELECT :a', {})).toThrow('no value for :a');
    const rows = [[1, undefined as unknown as null]];
    expect(() => bind('VALUES :rows', { rows })).toThrow('no value');
  });

  it('leaves nothing in memory of long statements, which are different each time', () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const used = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = used();
    for (let index = 0; index < 200; index += 1) bind(`SELECT ${index}${', :a'.repeat(4_000)}`, { a: 1 });
    expect(used() - before).toBeLessThan(20_000_000);
  });
});
