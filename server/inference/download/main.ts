import type { DownloadNews, DownloadOrder } from './protocol.ts';
import { PullError } from './pull-error.ts';
import { freeBytesIn, type PullProgress, pullModel } from './pull-model.ts';

/**
 * Fetches one model as a process of its own, so that hashing gigabytes takes nothing from the answers that
 * are being written. It is told what on the channel of whoever started it, and ends when that closes: what
 * has come stays, and the next one goes on from there.
 */
const TELL_MS = 200;

process.on('disconnect', () => process.exit(0));
if (!process.connected) process.exit(0);
// The parent ends us; Ctrl-C in a terminal is its to handle.
process.on('SIGINT', () => undefined);
process.once('message', (order: DownloadOrder) => void fetchModel(order));

async function fetchModel({ model, folder, freeBytes }: DownloadOrder): Promise<void> {
  let toldAt = 0;
  const onProgress = (progress: PullProgress) => {
    const now = Date.now();
    if (progress.is === 'fetching' && now - toldAt < TELL_MS) return;
    toldAt = now;
    tell({ ev: 'progress', ...progress });
  };
  const room = freeBytes === null ? freeBytesIn : () => freeBytes;
  try {
    await pullModel(model, folder, { onProgress, freeBytes: room });
    tell({ ev: 'done' });
  } catch (error) {
    const { code, message } =
      error instanceof PullError ? error : { code: 'disk' as const, message: (error as Error).message };
    tell({ ev: 'failed', fault: { code, message } });
  }
  // What was said last must have left.
  process.channel?.unref();
}

function tell(news: DownloadNews): void {
  // The parent may go at this very moment; `disconnect` is on its way then.
  if (process.connected) process.send?.(news, () => undefined);
}
