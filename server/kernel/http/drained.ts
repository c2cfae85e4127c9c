import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Resolves when the caller has read what was written, or has disconnected. It leaves no listener behind. */
export async function drained(res: ServerResponse): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  try {
    await Promise.race([once(res, 'drain', { signal }), once(res, 'close', { signal })]);
  } finally {
    over.abort();
  }
}
