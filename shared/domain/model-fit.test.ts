import { describe, expect, it } from 'vitest';
import { diskFits, estimateSpeed, memoryFit } from './model-fit.ts';

const GB = 1e9;

describe('whether a model fits a host', () => {
  const host = { memoryBytes: 8 * GB, availableMemoryBytes: 5 * GB };

  it.each([
    [3 * GB, 'yes'],
    [5.5 * GB, 'tight'],
    [7 * GB, 'tight'],
    [9 * GB, 'no'],
  ] as const)('%d bytes of 8 GB with 5 GB free: %s', (needed, fit) => {
    expect(memoryFit(needed, host)).toBe(fit);
  });

  it('goes by the total alone where the free memory is not known', () => {
    const total = { memoryBytes: 8 * GB, availableMemoryBytes: null };
    expect([memoryFit(5.5 * GB, total), memoryFit(6.5 * GB, total)]).toEqual(['yes', 'tight']);
  });

  it('is unknown where the memory is unknown', () => {
    expect(memoryFit(GB, { memoryBytes: null, availableMemoryBytes: null })).toBeNull();
  });

  it('compares what is left to download with the free disk', () => {
    expect([diskFits(2 * GB, 3 * GB), diskFits(4 * GB, 3 * GB), diskFits(GB, null)]).toEqual([
      true,
      false,
      null,
    ]);
  });
});

describe('how fast a model is', () => {
  const basis = { measured: null, bandwidth: 12 * GB, cores: 2 };

  it('follows from the bandwidth of the memory', () => {
    expect(estimateSpeed(2 * GB, basis)).toBe(8);
    expect(estimateSpeed(2 * GB, { ...basis, bandwidth: 4 * GB })).toBe(4);
    expect(estimateSpeed(2 * GB, { ...basis, cores: 0.5 })).toBe(2);
  });

  it('follows from the measured speed of the loaded model, by size', () => {
    const measured = { bytes: 2 * GB, tokensPerSecond: 13.37 };
    expect(estimateSpeed(2 * GB, { ...basis, measured })).toBe(13);
    expect(estimateSpeed(4 * GB, { ...basis, measured })).toBe(6.7);
  });

  it('does not scale from the test model, which is limited by other things', () => {
    const measured = { bytes: 2_500_000, tokensPerSecond: 1_300 };
    expect(estimateSpeed(2 * GB, { ...basis, measured })).toBe(8);
    expect(estimateSpeed(2_500_000, basis)).toBeNull();
  });

  it('is unknown without a basis', () => {
    expect(estimateSpeed(2 * GB, { measured: null, bandwidth: null, cores: 2 })).toBeNull();
  });
});
