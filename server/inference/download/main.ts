import { freeBytesIn } from '../models/free-bytes.ts';
import type { DownloadNews, DownloadOrder } from './protocol.ts';
import { PullError } from './pull-error.ts';
import { type PullProgress, pullModel } from './pull-model.ts';

/**
 * Fetches one model as a process of its own, so that hashing gigabytes takes nothing from the answers that
 * are being written. It gets its order on its parent's channel, and ends when that closes: what
 * has come stays, and the next one goes on from there.
 */
const REPORT_MS = 200;

process.on('disconnect', () => process.exit(0));
if (!process.connected) process.exit(0);
// The parent ends us; Ctrl-C in a terminal is its to handle.
process.on('SIGINT', () => undefined);
process.once('message', (order: DownloadOrder) => void fetchModel(order));

async function fetchModel({ model, folder, freeBytes }: DownloadOrder): Promise<void> {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const onProgress = (progress: PullProgress) => {
    const now = performance.now();
    if (progress.is === 'fetching' && now - reportedAt < REPORT_MS) return;
    reportedAt = now;
    report({ ev: 'progress', ...progress });
  };
  const room = freeBytes === null ? freeBytesIn : () => freeBytes;
  try {
    await pullModel(model, folder, { onProgress, freeBytes: room });
    report({ ev: 'done' });
  } catch (error) {
    const { code, message } =
      error instanceof PullError ? error : { code: 'disk' as const, message: (error as Error).message };
    report({ ev: 'failed', error: { code, message } });
  }
  // What was said last must have left.
  process.channel?.unref();
}

function report(news: DownloadNews): void {
  // The parent may go at this very moment; `disconnect` is on its way then.
  if (process.connected) process.send?.(news, () => undefined);
}
