import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../kernel/logging/logger.ts';
import { collectMetrics } from '../kernel/metrics/metrics-of-processes.ts';
import { CANNOT_START_EXIT_CODE } from './exit-code.ts';
import { LauncherMessageSchema } from './launcher-link.ts';
import { stopWithParent } from './parent-watch.ts';

interface ProcessesOptions {
  count: number;
  /** How long a process may take to end in order. */
  drainLimitMs: number;
  logger: Logger;
}

const DELAY_MS = { first: 250, longest: 5_000 };
/** What a process needs to end after its drain. */
const END_MS = 1_000;
/** A process that ends so often before one of them listens cannot be started. */
const START_ATTEMPTS = 3;

/**
 * Runs the API server as several processes that share its port, and restarts each when it ends (decision 0378). Never
 * returns: it ends with the process.
 */
export async function runApiProcesses({ count, drainLimitMs, logger }: ProcessesOptions): Promise<void> {
  const running = new Map<number, Worker>();
  const failures = new Map<number, number>();
  let isListening = false;
  let isStopping = false;
  let exitCode = 0;
  collectMetrics();

  function start(number: number): void {
    const environment = `${number}${process.connected ? ':launched' : ''}`;
    const worker = cluster.fork({ API_PROCESS: environment });
    running.set(number, worker);
    worker.once('listening', () => {
      isListening = true;
      failures.set(number, 0);
    });
    worker.on('message', toLauncher);
    worker.once('exit', (code, signal) => void ended(number, code, signal));
    // Without a listener, the error of one process would end all of them. One that could not be started has no exit.
    worker.on('error', (error) => {
      logger.warn({ err: error, number }, 'a process of the API server failed');
      if (worker.process.pid === undefined) void ended(number, null, null);
    });
  }

  async function ended(number: number, code: number | null, signal: string | null): Promise<void> {
    running.delete(number);
    if (isStopping) {
      if (running.size === 0) process.exit(exitCode);
      return;
    }
    const times = (failures.get(number) ?? 0) + 1;
    failures.set(number, times);
    if (code === CANNOT_START_EXIT_CODE) return stop(CANNOT_START_EXIT_CODE);
    if (!isListening && times >= START_ATTEMPTS) return stop(1);
    logger.warn({ number, code, signal }, 'a process of the API server has ended; starting it again');
    await sleep(Math.min(DELAY_MS.first * 2 ** (times - 1), DELAY_MS.longest));
    if (!isStopping) start(number);
  }

  function stop(code = 0): void {
    if (isStopping) return;
    isStopping = true;
    exitCode = code;
    if (running.size === 0) process.exit(exitCode);
    for (const worker of running.values()) worker.process.kill('SIGTERM');
    setTimeout(() => {
      for (const worker of running.values()) worker.process.kill('SIGKILL');
    }, drainLimitMs + END_MS);
  }

  process.on('SIGTERM', () => stop()).on('SIGINT', () => stop());
  stopWithParent(stop);
  // What the launcher says is for each of them.
  process.on('message', (message: object) => {
    for (const worker of running.values()) if (worker.isConnected()) worker.send(message, () => undefined);
  });
  for (let number = 1; number <= count; number += 1) start(number);
}

/** Passes on what a process says to the launcher. */
function toLauncher(given: unknown): void {
  const { data: message } = LauncherMessageSchema.safeParse(given);
  if (message && process.connected) process.send?.(message, () => undefined);
}
