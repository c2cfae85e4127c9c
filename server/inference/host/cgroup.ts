import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The limits and usage of this process's control groups. Null without a limit or without a control group. */
export interface Cgroup {
  /** Cores, with fractions. */
  cpuQuota: number | null;
  /** CPU time used by the group with the quota since its start. */
  cpuUsedMs: number | null;
  memoryLimitBytes: number | null;
  /** Memory used by the group with the limit, without file cache that the kernel can reclaim. */
  memoryUsedBytes: number | null;
}

interface Limit {
  limit: number;
  used: number | null;
}

/** Version 1 represents "no limit" as the largest number of pages, which is above this value. */
const NO_LIMIT = 2 ** 60;

/**
 * Reads the limits of this process's control groups, versions 1 and 2. Every group on the path to the root
 * can set a limit, and the smallest applies. systeminformation and Node's `os` only report the whole machine.
 * @param root folder of `proc` and `sys`; replaced in tests.
 */
export function readCgroup(root = '/'): Cgroup {
  const read: Read = (path) => {
    try {
      return readFileSync(join(root, path), 'utf8').trim();
    } catch {
      return null;
    }
  };
  const groups = (read('proc/self/cgroup') ?? '').split('\n').map((line) => line.split(':'));
  const groupOf = (controller: string) =>
    groups.find(([, names]) => names?.split(',').includes(controller))?.[2] ?? '/';
  const unified = groups.find(([id, names]) => id === '0' && names === '')?.[2] ?? '/';
  const cpu = smallest([
    ...levels(unified).map((level) => cpuOfV2(read, `sys/fs/cgroup${level}`)),
    ...levels(groupOf('cpu')).map((level) => cpuOfV1(read, level)),
  ]);
  const memory = smallest([
    ...levels(unified).map((level) => memoryOfV2(read, `sys/fs/cgroup${level}`)),
    ...levels(groupOf('memory')).map((level) => memoryOfV1(read, `sys/fs/cgroup/memory${level}`)),
  ]);
  return {
    cpuQuota: cpu?.limit ?? null,
    cpuUsedMs: cpu?.used ?? null,
    memoryLimitBytes: memory?.limit ?? null,
    memoryUsedBytes: memory?.used ?? null,
  };
}

type Read = (path: string) => string | null;

/** Splits `/a/b` into `/a/b`, `/a` and the root. In a container, the path can be the host's. */
function levels(group: string): string[] {
  const parts = group.split('/').filter((part) => part !== '');
  return Array.from({ length: parts.length + 1 }, (_, index) =>
    parts.slice(0, parts.length - index).reduce((path, part) => `${path}/${part}`, ''),
  );
}

function cpuOfV2(read: Read, folder: string): Limit | null {
  const [quota, period] = (read(`${folder}/cpu.max`) ?? '').split(/\s+/).map(Number);
  if (!quota || !period) return null;
  const used = fieldOf(read(`${folder}/cpu.stat`), 'usage_usec');
  return { limit: quota / period, used: used === null ? null : used / 1_000 };
}

function cpuOfV1(read: Read, level: string): Limit | null {
  // Some systems have a link `cpu` to the controller's folder.
  for (const name of ['cpu', 'cpu,cpuacct']) {
    const folder = `sys/fs/cgroup/${name}${level}`;
    const quota = Number(read(`${folder}/cpu.cfs_quota_us`) ?? -1);
    const period = Number(read(`${folder}/cpu.cfs_period_us`) ?? 0);
    if (!(quota > 0 && period > 0)) continue;
    const used = read(`sys/fs/cgroup/cpuacct${level}/cpuacct.usage`) ?? read(`${folder}/cpuacct.usage`);
    return { limit: quota / period, used: used === null ? null : Number(used) / 1e6 };
  }
  return null;
}

function memoryOfV2(read: Read, folder: string): Limit | null {
  return memoryLimit(
    read(`${folder}/memory.max`),
    read(`${folder}/memory.current`),
    fieldOf(read(`${folder}/memory.stat`), 'inactive_file'),
  );
}

function memoryOfV1(read: Read, folder: string): Limit | null {
  return memoryLimit(
    read(`${folder}/memory.limit_in_bytes`),
    read(`${folder}/memory.usage_in_bytes`),
    fieldOf(read(`${folder}/memory.stat`), 'total_inactive_file'),
  );
}

function memoryLimit(limit: string | null, usage: string | null, cache: number | null): Limit | null {
  const bytes = Number(limit ?? Number.NaN);
  if (!(bytes > 0 && bytes < NO_LIMIT)) return null;
  return { limit: bytes, used: usage === null ? null : Math.max(0, Number(usage) - (cache ?? 0)) };
}

function fieldOf(text: string | null, name: string): number | null {
  const value = new RegExp(`^${name} (\\d+)$`, 'm').exec(text ?? '')?.[1];
  return value === undefined ? null : Number(value);
}

function smallest(limits: readonly (Limit | null)[]): Limit | null {
  return limits.reduce((least, one) => (one && (!least || one.limit < least.limit) ? one : least), null);
}
