import type { HostStatus } from '../../../shared/contract/inference/inference-workers.contract.ts';
import type { Cgroup } from './cgroup.ts';
import { hostStatusOf, type LibraryAnswers } from './host-reading.ts';

const MINUTE_MS = 60_000;

/** The functions of systeminformation and Node that the sampler uses; tests replace them. */
export interface HostSource {
  platform: NodeJS.Platform;
  /** Null means that the value is not known. */
  cpu(): Promise<LibraryAnswers['cpu']>;
  mem(): Promise<LibraryAnswers['memory']>;
  cpuTemperature(): Promise<LibraryAnswers['temperature']>;
  graphics(): Promise<LibraryAnswers['graphics']>;
  /** Load of all cores in percent. */
  currentLoad(): Promise<{ currentLoad: number }>;
  loadAverage(): number;
  parallelism(): number;
  cgroup(): Cgroup;
  freeDiskBytes(): number;
}

/** How often each value is read, and how long a read may take before the value counts as unknown. */
export const PACE = {
  load: { everyMs: 1_000, limitMs: 2_000 },
  memory: { everyMs: 2_000, limitMs: 4_000 },
  disk: { everyMs: 10_000, limitMs: 4_000 },
  temperature: { everyMs: 30_000, limitMs: 8_000 },
  graphics: { everyMs: 20_000, limitMs: 15_000 },
  cpu: { everyMs: 3_600_000, limitMs: 15_000 },
} as const;

interface Probe {
  everyMs: number;
  limitMs: number;
  /** Whether it starts other programs. Slow probes run one after another. */
  isSlow: boolean;
  read(): Promise<void>;
  forget(): void;
}

/**
 * Samples the host. `tick` starts the probes that are due and returns immediately, without waiting for them.
 * No probe overlaps with itself.
 */
export function createSampler(source: HostSource, now: () => number = performance.now.bind(performance)) {
  const answers: LibraryAnswers = { cpu: null, memory: null, temperature: null, graphics: null };
  let load: number | null = null;
  let freeDiskBytes: number | null = null;
  const average = createMinuteAverage();
  const coresBusy = createCoresBusy();

  async function readLoad(): Promise<void> {
    const cgroup = source.cgroup();
    const parallelism = source.parallelism();
    // The load average covers the whole machine, so it says nothing about a container with a CPU limit.
    if (cgroup.cpuQuota !== null && cgroup.cpuQuota < parallelism && cgroup.cpuUsedMs !== null) {
      const busy = coresBusy(cgroup.cpuUsedMs, now());
      load = busy === null ? null : average(busy, now());
    } else if (source.platform === 'win32') {
      const { currentLoad } = await source.currentLoad();
      load = average((currentLoad / 100) * parallelism, now());
    } else load = source.loadAverage();
  }

  const asked = <Name extends keyof LibraryAnswers>(
    name: Name,
    pace: { everyMs: number; limitMs: number },
    isSlow: boolean,
    ask: () => Promise<LibraryAnswers[Name]>,
  ): Probe => ({
    ...pace,
    isSlow,
    read: async () => {
      answers[name] = await ask();
    },
    forget: () => {
      answers[name] = null;
    },
  });

  const probes: Probe[] = [
    { ...PACE.load, isSlow: false, read: readLoad, forget: () => (load = null) },
    asked('memory', PACE.memory, false, source.mem),
    {
      ...PACE.disk,
      isSlow: false,
      read: async () => {
        freeDiskBytes = source.freeDiskBytes();
      },
      forget: () => (freeDiskBytes = null),
    },
    asked('cpu', PACE.cpu, true, source.cpu),
    asked('graphics', PACE.graphics, true, source.graphics),
    asked('temperature', PACE.temperature, true, source.cpuTemperature),
  ];
  const startedAt = new Map<Probe, number>();
  const running = new Set<Probe>();

  function start(probe: Probe): void {
    running.add(probe);
    startedAt.set(probe, now());
    probe
      .read()
      .catch(() => probe.forget())
      .finally(() => running.delete(probe));
  }

  return {
    tick: (): void => {
      const isLate = (probe: Probe) => now() - (startedAt.get(probe) ?? 0) > probe.limitMs;
      // A late probe stays in `running`, so it is not started again until it has finished.
      for (const probe of running) if (isLate(probe)) probe.forget();
      for (const probe of probes) {
        const before = startedAt.get(probe);
        const isDue = before === undefined || now() - before >= probe.everyMs;
        const waits = probe.isSlow && [...running].some((other) => other.isSlow && !isLate(other));
        if (isDue && !waits && !running.has(probe)) start(probe);
      }
    },
    status: (): HostStatus =>
      hostStatusOf({
        ...answers,
        cgroup: source.cgroup(),
        parallelism: source.parallelism(),
        load: load === null ? null : Math.round(load * 100) / 100,
        freeDiskBytes,
      }),
  };
}

/** Averages a value over the last minute like the kernel's load average: older values count less and less. */
function createMinuteAverage(): (amount: number, now: number) => number {
  let before: { at: number; average: number } | null = null;
  return (amount, now) => {
    const weight = before ? 1 - Math.exp(-(now - before.at) / MINUTE_MS) : 1;
    const average = before ? before.average + (amount - before.average) * weight : amount;
    before = { at: now, average };
    return average;
  };
}

/** Converts a CPU time counter to the number of busy cores since the previous reading; null for the first. */
function createCoresBusy(): (usedMs: number, now: number) => number | null {
  let before: { at: number; usedMs: number } | null = null;
  return (usedMs, now) => {
    const passed = before ? now - before.at : 0;
    const busy = before && passed > 0 ? Math.max(0, usedMs - before.usedMs) / passed : null;
    before = { at: now, usedMs };
    return busy;
  };
}
