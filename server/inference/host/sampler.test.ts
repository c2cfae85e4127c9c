import { describe, expect, it, vi } from 'vitest';
import { createSampler, type HostSource, PACE } from './sampler.ts';

const GB = 1e9;
const NO_CGROUP = { cpuQuota: null, cpuUsedMs: null, memoryLimitBytes: null, memoryUsedBytes: null };

function source(given: Partial<HostSource> = {}) {
  return {
    platform: 'linux' as const,
    cpu: vi.fn(async () => ({ physicalCores: 4 })),
    mem: vi.fn(async () => ({ total: 16 * GB, available: 10 * GB })),
    cpuTemperature: vi.fn(async () => ({ main: 54, max: 60 })),
    graphics: vi.fn(async () => ({ controllers: [] })),
    currentLoad: vi.fn(async () => ({ currentLoad: 25 })),
    loadAverage: () => 1.25,
    parallelism: () => 8,
    cgroup: () => NO_CGROUP,
    freeDiskBytes: () => 200 * GB,
    ...given,
  };
}

/** Creates a sampler with a fake clock. Each step lets started probes finish. */
function sampled(given: Partial<HostSource> = {}) {
  const from = source(given);
  let now = 0;
  const sampler = createSampler(from, () => now);
  const step = async (ms: number) => {
    now += ms;
    sampler.tick();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { from, sampler, step };
}

async function settled(given: Partial<HostSource> = {}) {
  const { from, sampler, step } = sampled(given);
  for (let count = 0; count < 5; count += 1) await step(1_000);
  return { from, status: sampler.status() };
}

describe('the values of a host', () => {
  it('come from the library and the system', async () => {
    const card = {
      name: 'NVIDIA L4',
      model: 'AD104GL',
      memoryTotal: 23_034,
      memoryUsed: 4_000,
      utilizationGpu: 37,
      temperatureGpu: 51,
    };
    const { status } = await settled({ graphics: async () => ({ controllers: [card] }) });
    expect(status).toEqual({
      physicalCores: 4,
      usableCores: 8,
      load: 1.25,
      memoryTotalBytes: 16 * GB,
      memoryUsedBytes: 6 * GB,
      freeDiskBytes: 200 * GB,
      cpuTemperature: 54,
      gpus: [
        {
          name: 'NVIDIA L4',
          memoryTotalBytes: 23_034 * 1024 * 1024,
          memoryUsedBytes: 4_000 * 1024 * 1024,
          utilization: 37,
          temperature: 51,
        },
      ],
    });
  });

  it('are null when unknown, and displays without memory are not GPUs', async () => {
    const fails = async () => {
      throw new Error('not here');
    };
    const { status } = await settled({
      cpu: fails,
      mem: fails,
      cpuTemperature: async () => ({ main: null, max: null }),
      graphics: async () => ({ controllers: [{ model: 'QXL', vram: null }, { model: '', vram: 8 }, {}] }),
      freeDiskBytes: () => {
        throw new Error('no such folder');
      },
    });
    expect(status).toEqual({
      physicalCores: null,
      usableCores: 8,
      load: 1.25,
      memoryTotalBytes: null,
      memoryUsedBytes: null,
      freeDiskBytes: null,
      cpuTemperature: null,
      gpus: [],
    });
  });

  it('respect the limits of a container, where the load is its CPU time', async () => {
    let cpuUsedMs = 0;
    const cgroup = () => ({ cpuQuota: 1.5, cpuUsedMs, memoryLimitBytes: 4 * GB, memoryUsedBytes: 3 * GB });
    const { sampler, step } = sampled({ cgroup, loadAverage: () => 40 });
    await step(0);
    expect(sampler.status().load).toBeNull();
    // Half a core for ten minutes.
    for (let count = 0; count < 600; count += 1) {
      cpuUsedMs += 500;
      await step(1_000);
    }
    expect(sampler.status()).toMatchObject({
      usableCores: 1.5,
      load: 0.5,
      memoryTotalBytes: 4 * GB,
      memoryUsedBytes: 3 * GB,
    });
  });

  it('include a load on Windows, computed from the use of the cores', async () => {
    const { status } = await settled({ platform: 'win32', loadAverage: () => 0 });
    expect(status.load).toBe(2);
  });
});

describe('the sampler', () => {
  it('never starts a probe that is still running, and drops its value after the time limit', async () => {
    const answers: ((value: { controllers: object[] }) => void)[] = [];
    const graphics = vi.fn(
      () => new Promise<{ controllers: object[] }>((resolve) => void answers.push(resolve)),
    );
    const { sampler, step } = sampled({ graphics });
    for (let count = 0; count < 5; count += 1) await step(1_000);
    answers[0]?.({ controllers: [{ name: 'Card', memoryTotal: 8_192 }] });
    await step(1_000);
    expect(sampler.status().gpus).toHaveLength(1);
    for (let count = 0; count < 100; count += 1) await step(1_000);
    expect(graphics).toHaveBeenCalledTimes(2);
    expect(sampler.status().gpus).toEqual([]);
  });

  it('runs slow probes rarely and one at a time, and the others in the meantime', async () => {
    let running = 0;
    let most = 0;
    const slow =
      <Value>(value: Value) =>
      async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return value;
      };
    const graphics = vi.fn(slow({ controllers: [] }));
    const cpuTemperature = vi.fn(slow({ main: 40 }));
    const { from, step } = sampled({ graphics, cpuTemperature, cpu: vi.fn(slow({ physicalCores: 2 })) });
    for (let count = 0; count < 120; count += 1) await step(1_000);
    expect(most).toBe(1);
    expect(from.cpu).toHaveBeenCalledTimes(1);
    expect(graphics.mock.calls.length).toBeLessThanOrEqual(120_000 / PACE.graphics.everyMs + 1);
    expect(cpuTemperature.mock.calls.length).toBeLessThanOrEqual(120_000 / PACE.temperature.everyMs + 1);
    expect(from.mem).toHaveBeenCalledTimes(60);
  });
});
