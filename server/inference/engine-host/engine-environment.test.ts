import { describe, expect, it } from 'vitest';
import { engineEnvironment } from './engine-environment.ts';

describe('the environment of the engine', () => {
  it('has one background thread and huge pages, whatever there was', () => {
    expect(engineEnvironment({ PATH: '/bin', UV_THREADPOOL_SIZE: '8' })).toEqual({
      PATH: '/bin',
      UV_THREADPOOL_SIZE: '1',
      GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
    });
  });

  it("adds to an operator's own settings of the C library, and leaves their choice of pages", () => {
    const tunables = (value: string) => engineEnvironment({ GLIBC_TUNABLES: value }).GLIBC_TUNABLES;
    expect(tunables('glibc.malloc.check=3')).toBe('glibc.malloc.check=3:glibc.malloc.hugetlb=1');
    expect(tunables('glibc.malloc.hugetlb=0')).toBe('glibc.malloc.hugetlb=0');
  });
});
