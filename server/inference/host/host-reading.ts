import type { Systeminformation } from 'systeminformation';
import type { Gpu, HostStatus } from '../../../shared/contract/inference/inference-workers.contract.ts';
import type { Cgroup } from './cgroup.ts';

/** The library's latest results; null before the first result and after a timeout. */
export interface LibraryAnswers {
  cpu: Pick<Systeminformation.CpuData, 'physicalCores'> | null;
  memory: Pick<Systeminformation.MemData, 'total' | 'available'> | null;
  temperature: { main: number | null; max?: number | null } | null;
  graphics: { controllers: readonly Partial<Systeminformation.GraphicsControllerData>[] } | null;
}

/** A snapshot of the machine. */
export interface Machine extends LibraryAnswers {
  cgroup: Cgroup;
  /** Number of cores that this process may run on. */
  parallelism: number;
  load: number | null;
  freeDiskBytes: number | null;
}

const MB = 1024 * 1024;

/** Converts a snapshot to the host's status. In a container, the container's limits apply. */
export function hostStatusOf(machine: Machine): HostStatus {
  const { cgroup, cpu, memory, temperature, graphics } = machine;
  const limit = cgroup.memoryLimitBytes;
  const isLimited = limit !== null && (memory === null || limit < memory.total);
  return {
    physicalCores: known(cpu?.physicalCores),
    usableCores: usableCores(machine),
    load: machine.load,
    memoryTotalBytes: isLimited ? limit : (memory?.total ?? null),
    memoryUsedBytes: isLimited
      ? cgroup.memoryUsedBytes
      : memory && Math.max(0, memory.total - memory.available),
    freeDiskBytes: machine.freeDiskBytes,
    cpuTemperature: known(temperature?.main) ?? known(temperature?.max),
    gpus: (graphics?.controllers ?? []).flatMap(gpuOf),
  };
}

/** Returns the number of cores that this process can use, with fractions if its container has a CPU quota. */
function usableCores({ cgroup, parallelism }: Pick<Machine, 'cgroup' | 'parallelism'>): number {
  const cores = Math.min(parallelism, cgroup.cpuQuota ?? parallelism);
  return Math.max(0.01, Math.round(cores * 100) / 100);
}

/** Converts a graphics card, or skips it: cards without name or memory are virtual or remote displays. */
function gpuOf(card: LibraryAnswersCard): Gpu[] {
  const name = (card.name || card.model || '').trim();
  const total = megabytes(card.memoryTotal) ?? (card.vramDynamic ? null : megabytes(card.vram));
  const utilization = typeof card.utilizationGpu === 'number' ? card.utilizationGpu : null;
  if (name === '' || (total === null && utilization === null)) return [];
  return [
    {
      name: name.slice(0, 120),
      memoryTotalBytes: total,
      memoryUsedBytes: megabytes(card.memoryUsed),
      utilization,
      temperature: known(card.temperatureGpu),
    },
  ];
}

type LibraryAnswersCard = NonNullable<LibraryAnswers['graphics']>['controllers'][number];

/** Returns null for the library's forms of an unknown value: 0, null and undefined. */
function known(value: number | null | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
}

function megabytes(value: number | null | undefined): number | null {
  const amount = known(value);
  return amount === null ? null : Math.round(amount * MB);
}
