import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import type { HostStatus } from '../../../shared/contract/inference/inference-workers.contract.ts';
import { bareEnvironment } from '../../config.ts';
import { ENGINE_VARIABLES } from '../../kernel/config/bare-environment.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import { readCgroup } from './cgroup.ts';
import { hostStatusOf } from './host-reading.ts';
import type { HostMessage, HostOrder } from './protocol.ts';

export interface HostTelemetry {
  /** Returns the latest reading immediately. Unknown values are null. */
  status(): HostStatus;
  /** Returns the bytes per second that one core reads and writes; null until it is measured. */
  bandwidth(): number | null;
  stop(): void;
}

/** Age from which a reading is outdated. */
const STALE_MS = 10_000;
/** Time without a reading after which a program started by the library counts as hanging. */
const SILENCE_MS = 60_000;
const WATCH_MS = 5_000;
const RESTART_MS = 30_000;

/** Runs the process that samples the host, and keeps its latest reading. It ends with this process. */
export function startHostTelemetry({
  entry,
  folder,
  logger,
  restartMs = RESTART_MS,
}: {
  entry: string;
  folder: string;
  logger: Logger;
  restartMs?: number;
}): HostTelemetry {
  let latest: { message: HostMessage; at: number } | null = null;
  let child: ChildProcess | null = null;
  let retry: NodeJS.Timeout | undefined;
  let startedAt = 0;
  let isStopped = false;
  let hasFailed = false;

  function start(): void {
    const started = spawn(process.execPath, ['--expose-gc', '--enable-source-maps', entry], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: bareEnvironment({}, ENGINE_VARIABLES),
    });
    child = started;
    startedAt = performance.now();
    started.send({ folder } satisfies HostOrder, () => undefined);
    started.on('message', (message: HostMessage) => {
      latest = { message, at: performance.now() };
      hasFailed = false;
    });
    const end = (how: string | Error) => {
      if (child !== started || isStopped) return;
      child = null;
      // Logged once: telemetry that cannot run must not fill the log.
      if (!hasFailed) logger.warn({ how }, 'host telemetry ended; restarting it');
      hasFailed = true;
      retry = setTimeout(start, restartMs);
      retry.unref();
    };
    started.once('error', end);
    started.once('close', (code, signal) => end(signal ?? `exit code ${code}`));
  }
  start();
  const watch = setInterval(() => {
    const since = Math.max(startedAt, latest?.at ?? 0);
    if (performance.now() - since > SILENCE_MS) child?.kill('SIGKILL');
  }, WATCH_MS);
  watch.unref();

  return {
    status: () => {
      if (latest && performance.now() - latest.at < STALE_MS) return latest.message.host;
      return { ...withoutLibrary(), physicalCores: latest?.message.host.physicalCores ?? null };
    },
    bandwidth: () => latest?.message.bandwidth ?? null,
    stop: () => {
      isStopped = true;
      clearTimeout(retry);
      clearInterval(watch);
      child?.kill('SIGKILL');
    },
  };
}

/** Returns the values that are available immediately, without running other programs. */
function withoutLibrary(): HostStatus {
  const cgroup = readCgroup();
  const total = totalmem();
  const isLimited = cgroup.memoryLimitBytes !== null && cgroup.memoryLimitBytes < total;
  const status = hostStatusOf({
    cpu: null,
    memory: { total, available: total },
    temperature: null,
    graphics: null,
    cgroup,
    parallelism: availableParallelism(),
    load: null,
    freeDiskBytes: null,
  });
  return isLimited ? status : { ...status, memoryUsedBytes: null };
}
