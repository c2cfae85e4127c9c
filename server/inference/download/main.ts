import { freeBytesIn } from '../models/free-bytes.ts';
import type { DownloadMessage, DownloadOrder } from './protocol.ts';
import { PullError } from './pull-error.ts';
import { type PullProgress, pullModel } from './pull-model.ts';

/**
 * Downloads one model in a separate process, so hashing gigabytes does not slow down running answers. It
 * receives its order on the parent's channel, and exits when the channel closes. Downloads are resumable.
 */
const REPORT_MS = 200;

process.on('disconnect', () => process.exit(0));
if (!process.connected) process.exit(0);
// The parent handles Ctrl-C, and ends this process.
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
    const { sha256 } = await pullModel(model, folder, { onProgress, freeBytes: room });
    report({ ev: 'done', sha256 });
  } catch (error) {
    const { code, message } =
      error instanceof PullError ? error : { code: 'disk' as const, message: (error as Error).message };
    report({ ev: 'failed', error: { code, message } });
  }
  // Lets the process exit after the last message has been sent.
  process.channel?.unref();
}

function report(message: DownloadMessage): void {
  // The parent may have ended before `disconnect` was received.
  if (process.connected) process.send?.(message, () => undefined);
}
