import { describe, expect, it } from 'vitest';
import { engineEnvironment } from './engine-environment.ts';

describe('the environment of the engine', () => {
  it('sets one background thread and huge pages', () => {
    expect(engineEnvironment({ PATH: '/bin', UV_THREADPOOL_SIZE: '8' })).toEqual({
      PATH: '/bin',
      UV_THREADPOOL_SIZE: '1',
      GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
    });
  });

  it("extends the operator's settings of the C library, and keeps their choice of page size", () => {
    const tunables = (value: string) => engineEnvironment({ GLIBC_TUNABLES: value }).GLIBC_TUNABLES;
    expect(tunables('glibc.malloc.check=3')).toBe('glibc.malloc.check=3:glibc.malloc.hugetlb=1');
    expect(tunables('glibc.malloc.hugetlb=0')).toBe('glibc.malloc.hugetlb=0');
  });
});
