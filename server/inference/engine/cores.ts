import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Below this a step is shorter than the threads' waiting for each other: one thread is many times faster. */
const SMALL_MODEL_BYTES = 64_000_000;

/**
 * How many threads the model gets: the cores that are really there for this process. One too many and all
 * of them wait for the one that has no core: measured 40 times slower.
 */
export function threadsFor(modelBytes: number, cores = usableCores()): number {
  return modelBytes < SMALL_MODEL_BYTES ? 1 : cores;
}

/** The cores of this process: those it may run on, and no more than its control group allows. */
export function usableCores(read: (path: string) => string | null = readIfThere): number {
  const quotas = [quotaOfV2(read), quotaOfV1(read)].filter((quota) => quota !== null);
  return Math.max(1, Math.min(availableParallelism(), ...quotas.map((quota) => Math.floor(quota))));
}

/** The smallest quota on the way from this process's group up to the root. */
function quotaOfV2(read: (path: string) => string | null): number | null {
  const group = /^0::(\S*)$/m.exec(read('/proc/self/cgroup') ?? '')?.[1] ?? '/';
  const quotas: number[] = [];
  for (let path = group; ; path = path.slice(0, path.lastIndexOf('/'))) {
    const [quota, period] = (read(`/sys/fs/cgroup${path === '/' ? '' : path}/cpu.max`) ?? '').split(/\s+/);
    if (quota && period && quota !== 'max') quotas.push(Number(quota) / Number(period));
    if (path === '' || path === '/') break;
  }
  return quotas.length > 0 ? Math.min(...quotas) : null;
}

function quotaOfV1(read: (path: string) => string | null): number | null {
  const quota = Number(read('/sys/fs/cgroup/cpu/cpu.cfs_quota_us') ?? -1);
  const period = Number(read('/sys/fs/cgroup/cpu/cpu.cfs_period_us') ?? 0);
  return quota > 0 && period > 0 ? quota / period : null;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
