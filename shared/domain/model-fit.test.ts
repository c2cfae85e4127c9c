import { describe, expect, it } from 'vitest';
import { diskFits, estimateSpeed, memoryFit } from './model-fit.ts';

const GB = 1e9;

describe('the memory fit of a model', () => {
  const host = { memoryBytes: 8 * GB, availableMemoryBytes: 5 * GB };

  it.each([
    [3 * GB, 'yes'],
    [5.5 * GB, 'tight'],
    [7 * GB, 'tight'],
    [9 * GB, 'no'],
  ] as const)('%d bytes of 8 GB with 5 GB free: %s', (needed, fit) => {
    expect(memoryFit(needed, host)).toBe(fit);
  });

  it('uses only the total when the free memory is unknown', () => {
    const total = { memoryBytes: 8 * GB, availableMemoryBytes: null };
    expect([memoryFit(5.5 * GB, total), memoryFit(6.5 * GB, total)]).toEqual(['yes', 'tight']);
  });

  it('is unknown when the memory is unknown', () => {
    expect(memoryFit(GB, { memoryBytes: null, availableMemoryBytes: null })).toBeNull();
  });

  it('compares the rest of the download with the free disk space', () => {
    expect([diskFits(2 * GB, 3 * GB), diskFits(4 * GB, 3 * GB), diskFits(GB, null)]).toEqual([
      true,
      false,
      null,
    ]);
  });
});

describe('the estimated speed of a model', () => {
  const basis = { measured: null, bandwidth: 12 * GB, cores: 2 };

  it('follows from the memory bandwidth', () => {
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
