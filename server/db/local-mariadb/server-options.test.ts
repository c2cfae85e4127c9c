import { describe, expect, it } from 'vitest';
import { poolMegabytes } from './server-options.ts';

const GIGABYTE = 1024 ** 3;

describe('the memory for tables', () => {
  it('is an eighth of the machine', () => {
    expect(poolMegabytes(8 * GIGABYTE)).toBe(1_024);
  });

  it('is never less than a small machine needs, nor more than a large one should give', () => {
    expect(poolMegabytes(GIGABYTE)).toBe(256);
    expect(poolMegabytes(0)).toBe(256);
    expect(poolMegabytes(512 * GIGABYTE)).toBe(2_048);
  });
});
