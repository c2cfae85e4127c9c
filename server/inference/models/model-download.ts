import { spawn } from 'node:child_process';
import { MODEL_REASONS } from '../../../shared/domain/reasons/model-reasons.ts';
import type { DownloadError } from '../../../shared/domain/worker-models.ts';
import { bareEnvironment } from '../../config.ts';
import { NETWORK_VARIABLES } from '../../kernel/config/bare-environment.ts';
import type { DownloadMessage, DownloadOrder } from '../download/protocol.ts';
import type { CatalogModel } from './catalog.ts';

/** The current state of a download. */
export interface Download {
  readonly model: CatalogModel;
  /** Null once the process has ended. */
  readonly pid: number | null;
  readonly bytes: number;
  readonly totalBytes: number | null;
  readonly bytesPerSecond: number;
  readonly isChecking: boolean;
  /** The digest of the downloaded file; null before the end. */
  readonly sha256: string | null;
  /** Why it failed; null while it runs and after it succeeded. */
  readonly error: DownloadError | null;
  readonly isOver: boolean;
  /** Stops it and keeps the bytes that were downloaded. */
  stop(): Promise<void>;
}

/** Time over which the speed is measured. */
const SPEED_MS = 4_000;

/** Downloads a model in a child process, which ends whenever this process ends. */
export function startDownload(
  entry: string,
  { model, folder, freeBytes, bytes }: DownloadOrder & { model: CatalogModel; bytes: number },
): Download {
  let error: DownloadError | null = null;
  let isOver = false;
  let isChecking = false;
  let [at, totalBytes] = [bytes, null as number | null];
  let recent: { time: number; bytes: number }[] = [];
  const child = spawn(process.execPath, ['--enable-source-maps', entry], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: bareEnvironment({}, NETWORK_VARIABLES),
  });
  const order: DownloadOrder = { model, folder, freeBytes };
  child.send(order, () => undefined);
  child.on('message', (message: DownloadMessage) => {
    if (message.ev === 'failed') error = message.error;
    if (message.ev !== 'progress') return;
    isChecking = message.is === 'checking';
    [at, totalBytes] = [message.bytes, message.totalBytes];
    const now = performance.now();
    recent = [...recent.filter(({ time }) => now - time < SPEED_MS), { time: now, bytes: at }];
  });
  let isStopped = false;
  let isDone = false;
  let sha256: string | null = null;
  child.on('message', (message: DownloadMessage) => {
    if (message.ev !== 'done') return;
    isDone = true;
    sha256 = message.sha256;
  });
  const ended = new Promise<void>((resolve) => {
    const end = (how: string) => {
      isOver = true;
      if (!isDone && !isStopped)
        error ??= { code: 'ended', message: MODEL_REASONS.write('download_ended', { how }) };
      resolve();
    };
    child.once('error', (error) => end(error.message));
    child.once('close', (code, signal) => end(signal ?? `exit code ${code}`));
  });

  return {
    model,
    get pid() {
      return isOver ? null : (child.pid ?? null);
    },
    get bytes() {
      return at;
    },
    get totalBytes() {
      return totalBytes;
    },
    get bytesPerSecond() {
      const [first, last] = [recent[0], recent.at(-1)];
      // A stalled download has no speed.
      if (!first || !last || isChecking || performance.now() - last.time > SPEED_MS) return 0;
      const seconds = (performance.now() - first.time) / 1_000;
      return seconds > 0.5 ? Math.round((last.bytes - first.bytes) / seconds) : 0;
    },
    get isChecking() {
      return isChecking;
    },
    get sha256() {
      return sha256;
    },
    get error() {
      return error;
    },
    get isOver() {
      return isOver;
    },
    stop: async () => {
      isStopped = true;
      child.kill('SIGKILL');
      await ended;
    },
  };
}
