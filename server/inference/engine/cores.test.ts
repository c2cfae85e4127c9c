import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { threadsFor, usableCores } from './cores.ts';

const files = (content: Record<string, string>) => (path: string) => content[path] ?? null;

describe('the cores that are really there', () => {
  it('are no more than the control group allows, whichever level says so', () => {
    const read = files({
      '/proc/self/cgroup': '0::/pod/worker',
      '/sys/fs/cgroup/pod/worker/cpu.max': 'max 100000',
      '/sys/fs/cgroup/pod/cpu.max': '100000 100000',
    });
    expect(usableCores(read)).toBe(1);
    expect(
      usableCores(
        files({
          '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '50000',
          '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000',
        }),
      ),
    ).toBe(1);
  });

  it('are all of them without a limit', () => {
    expect(usableCores(files({}))).toBe(availableParallelism());
  });

  it('are one for a small model, whose threads would only wait for each other', () => {
    expect([threadsFor(2_000_000, 8), threadsFor(2_000_000_000, 8)]).toEqual([1, 8]);
  });
});
