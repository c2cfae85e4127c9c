import { availableParallelism } from 'node:os';
import { readCgroup } from '../host/cgroup.ts';

/** Below this size, threads wait for each other longer than a step takes: one thread is many times faster. */
const SMALL_MODEL_BYTES = 64_000_000;

/**
 * Returns the number of threads for the model: the cores that are actually available to this process. With
 * one thread too many, all others wait for the one without a core: measured 40 times slower.
 */
export function threadsFor(modelBytes: number, cores = wholeCores()): number {
  return modelBytes < SMALL_MODEL_BYTES ? 1 : cores;
}

/** Returns the number of cores this process may run on, up to the quota of its control group. */
function wholeCores(): number {
  const { cpuQuota } = readCgroup();
  return Math.max(1, Math.min(availableParallelism(), Math.floor(cpuQuota ?? Number.POSITIVE_INFINITY)));
}
