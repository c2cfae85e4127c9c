import { availableParallelism, loadavg, setPriority } from 'node:os';
import { cpu, cpuTemperature, currentLoad, graphics, mem } from 'systeminformation';
import { freeBytesIn } from '../models/free-bytes.ts';
import { readCgroup } from './cgroup.ts';
import type { HostNews, HostOrder } from './protocol.ts';
import { createSampler } from './sampler.ts';

const MB = 1024 * 1024;

/** Larger than the caches of most processors, so that the memory itself is measured. */
const REGION = 64 * MB;

/** Copied in well under the time slice of a busy system: most pieces are then not interrupted. */
const PIECE = 2 * MB;

const ROUNDS = 3;

/** Counted from the fastest piece: the very fastest ones can come out of a cache. */
const RANK = 0.1;

/**
 * Samples the host as a process of its own: the library starts programs and waits for some of them without giving
 * up the thread, and a graphics driver that hangs must hang here, where no chat is answered and no heartbeat is sent.
 */
const TICK_MS = 1_000;
const NICE = 10;

process.on('disconnect', () => process.exit(0));
if (!process.connected) process.exit(0);
// The parent ends us; Ctrl-C in a terminal is its to handle.
process.on('SIGINT', () => undefined);
process.once('message', ({ folder }: HostOrder) => start(folder));

function start(folder: string): void {
  try {
    setPriority(NICE);
  } catch {
    // Not allowed here: then all processes are equal.
  }
  const bandwidth = measureBandwidth();
  // Its buffers are larger than all the rest of this process, and would stay.
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
  // The first reading goes out when the first answers have come.
  setInterval(() => {
    sampler.tick();
    send({ host: sampler.status(), bandwidth });
  }, TICK_MS);
}

function send(news: HostNews): void {
  // The parent may go at this very moment; `disconnect` is on its way then.
  if (process.connected) process.send?.(news, () => undefined);
}

/**
 * Measures how fast one core moves memory, in bytes read and written a second. It takes about a tenth of a second,
 * once: what a system says of its memory modules is there with root only, and not in a virtual machine.
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
