import { availableParallelism, loadavg } from 'node:os';
import { cpu, cpuTemperature, currentLoad, graphics, mem } from 'systeminformation';
import { lowerPriority } from '../../kernel/priority.ts';
import { freeBytesIn } from '../models/free-bytes.ts';
import { readCgroup } from './cgroup.ts';
import type { HostMessage, HostOrder } from './protocol.ts';
import { createSampler } from './sampler.ts';

const MB = 1024 * 1024;

/** Larger than the caches of most processors, so the memory itself is measured. */
const REGION = 64 * MB;

/** Copied in much less than a time slice of a busy system, so most pieces are not interrupted. */
const PIECE = 2 * MB;

const ROUNDS = 3;

/** Quantile of the times, counted from the fastest. The very fastest pieces can come from a cache. */
const RANK = 0.1;

/**
 * Samples the host in a separate process. The library starts programs and waits for some of them
 * synchronously. A hanging graphics driver must not block the answers or the worker's status.
 */
const TICK_MS = 1_000;
const NICE = 10;

process.on('disconnect', () => process.exit(0));
if (!process.connected) process.exit(0);
// The parent handles Ctrl-C, and ends this process.
process.on('SIGINT', () => undefined);
process.once('message', ({ folder }: HostOrder) => start(folder));

function start(folder: string): void {
  lowerPriority(NICE);
  const bandwidth = measureBandwidth();
  // Frees the buffers of the measurement, which are larger than the rest of this process.
  globalThis.gc?.();
  const sampler = createSampler({
    platform: process.platform,
    cpu,
    mem,
    cpuTemperature,
    graphics,
    currentLoad,
    loadAverage: () => loadavg()[0] ?? 0,
    parallelism: availableParallelism,
    cgroup: readCgroup,
    freeDiskBytes: () => freeBytesIn(folder),
  });
  sampler.tick();
  // The first reading is sent after the first results have arrived.
  setInterval(() => {
    sampler.tick();
    send({ host: sampler.status(), bandwidth });
  }, TICK_MS);
}

function send(message: HostMessage): void {
  // The parent may have ended before `disconnect` was received.
  if (process.connected) process.send?.(message, () => undefined);
}

/**
 * Measures how fast one core moves memory, in bytes read and written per second. It runs once and takes about
 * a tenth of a second. Systems report their memory modules only to root, and not in virtual machines.
 */
function measureBandwidth(now: () => number = performance.now.bind(performance)): number {
  const from = Buffer.alloc(REGION, 1);
  const to = Buffer.alloc(REGION, 1);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let at = 0; at < REGION; at += PIECE) {
      const startedAt = now();
      from.copy(to, at, at, at + PIECE);
      times.push(now() - startedAt);
    }
  }
  times.sort((one, other) => one - other);
  const typical = times[Math.floor(times.length * RANK)] ?? Number.POSITIVE_INFINITY;
  return Math.round((2 * PIECE) / (Math.max(typical, 0.001) / 1_000));
}
