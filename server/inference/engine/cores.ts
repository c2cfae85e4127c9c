import { availableParallelism } from 'node:os';
import { readCgroup } from '../host/cgroup.ts';

/** Below this a step is shorter than the threads' waiting for each other: one thread is many times faster. */
const SMALL_MODEL_BYTES = 64_000_000;

/**
 * How many threads the model gets: the cores that are really there for this process. One too many and all
 * of them wait for the one that has no core: measured 40 times slower.
 */
export function threadsFor(modelBytes: number, cores = wholeCores()): number {
  return modelBytes < SMALL_MODEL_BYTES ? 1 : cores;
}

/** The cores that this process may run on, and no more than its control group allows. */
function wholeCores(): number {
  const { cpuQuota } = readCgroup();
  return Math.max(1, Math.min(availableParallelism(), Math.floor(cpuQuota ?? Number.POSITIVE_INFINITY)));
}
