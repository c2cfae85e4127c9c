/** The basis for estimating a model's speed. Speeds are in tokens per second for a single answer. */
export interface SpeedBasis {
  /** The loaded model: the size of its weights and its measured speed; null while there is no measurement. */
  measured: { bytes: number; tokensPerSecond: number } | null;
  /** Memory bandwidth of one core in bytes per second; null while unknown, and when a GPU does the work. */
  bandwidth: number | null;
  cores: number;
}

/** Above this share of the memory, little is left for other programs. */
const TIGHT = 0.75;
/** The speed of smaller models is not limited by bandwidth, so it does not predict that of larger ones. */
const SCALABLE_BYTES = 200_000_000;
/** Two cores read about twice as much as one; more cores share the same bandwidth. */
const PARALLEL_CORES = 2;
/** Bytes of weights that one core processes per second: measured 8 to 12 GB with 4-bit weights. */
const BYTES_PER_CORE = 8e9;

/** Returns whether a model fits into a host's memory; null when the host's memory is unknown. */
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

/** Returns whether a download fits on the disk; null when the free space is unknown. */
export function diskFits(missingBytes: number, freeBytes: number | null): boolean | null {
  return freeBytes === null ? null : missingBytes <= freeBytes;
}

/**
 * Estimates how fast a model generates text. Each token reads all weights once, so the speed is the memory
 * bandwidth divided by the model's size. Uses the measured speed of the loaded model if available, otherwise
 * the host's bandwidth.
 * @returns tokens per second, rounded to two digits; null when there is no basis for an estimate.
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
