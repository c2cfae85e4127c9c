/** What the speed of a model is estimated from. Speeds are in tokens a second of one answer at a time. */
export interface SpeedBasis {
  /** The loaded model: the size of its weights, and the speed that was measured; null while there is none. */
  measured: { bytes: number; tokensPerSecond: number } | null;
  /** Bytes a second that one core reads and writes; null while not known, and where a GPU does the work. */
  bandwidth: number | null;
  cores: number;
}

/** Above this share of the memory there is little left for everything else. */
const TIGHT = 0.75;
/** A model below this size is not limited by memory, so its speed says nothing about larger ones. */
const SCALABLE_BYTES = 200_000_000;
/** Two cores together read about twice as much as one; more of them share the same memory. */
const PARALLEL_CORES = 2;
/** Weights that one core works through in a second: measured 8 to 12 GB on server cores with 4-bit weights. */
const BYTES_PER_CORE = 8e9;

/** Returns whether a model fits into the memory of a host; null where the host's memory is not known. */
export function memoryFit(
  neededBytes: number,
  host: { memoryBytes: number | null; availableMemoryBytes: number | null },
): 'yes' | 'tight' | 'no' | null {
  const { memoryBytes, availableMemoryBytes } = host;
  if (memoryBytes === null) return null;
  if (neededBytes > memoryBytes) return 'no';
  const lacksFree = availableMemoryBytes !== null && neededBytes > availableMemoryBytes;
  return lacksFree || neededBytes > memoryBytes * TIGHT ? 'tight' : 'yes';
}

/** Returns whether a download fits on the disk; null where the free space is not known. */
export function diskFits(missingBytes: number, freeBytes: number | null): boolean | null {
  return freeBytes === null ? null : missingBytes <= freeBytes;
}

/**
 * Estimates how fast a model writes. Each token reads all weights once, so the speed is what the memory gives, divided
 * by the size: taken from the measured speed of the loaded model where there is one, else from the memory's bandwidth.
 * @returns tokens a second to two digits; null where there is no basis for an estimate.
 */
export function estimateSpeed(modelBytes: number, { measured, bandwidth, cores }: SpeedBasis): number | null {
  if (modelBytes < SCALABLE_BYTES) return null;
  if (measured && measured.bytes >= SCALABLE_BYTES) {
    return rounded((measured.tokensPerSecond * measured.bytes) / modelBytes);
  }
  if (bandwidth === null) return null;
  const together = bandwidth * Math.max(1, Math.min(cores, PARALLEL_CORES));
  return rounded(Math.min(together, cores * BYTES_PER_CORE) / modelBytes);
}

function rounded(value: number): number | null {
  return value > 0 && Number.isFinite(value) ? Number(value.toPrecision(2)) : null;
}
