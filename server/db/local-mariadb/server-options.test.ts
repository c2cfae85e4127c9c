import { describe, expect, it } from 'vitest';
import { poolMegabytes } from './server-options.ts';

const GIGABYTE = 1024 ** 3;

describe('the buffer pool size', () => {
  it('is an eighth of the memory', () => {
    expect(poolMegabytes(8 * GIGABYTE)).toBe(1_024);
  });

  it('has a lower limit for small machines and an upper limit for large ones', () => {
    expect(poolMegabytes(GIGABYTE)).toBe(256);
    expect(poolMegabytes(0)).toBe(256);
    expect(poolMegabytes(512 * GIGABYTE)).toBe(2_048);
  });
});
