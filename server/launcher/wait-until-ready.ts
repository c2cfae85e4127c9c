import { setTimeout as sleep } from 'node:timers/promises';

interface WaitOptions {
  signal: AbortSignal;
  /** What counts as ready; by default an answer of 200. */
  isReady?: (status: number) => boolean;
}

/**
 * Asks an address until it is ready. It waits as long as it takes (a migration may be long): who
 * supervises the process ends the wait through `signal` when there is nothing to wait for.
 */
export async function waitUntilReady(url: string, { signal, isReady }: WaitOptions): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const status = await statusOf(url, signal);
    if (status !== null && (isReady ? isReady(status) : status === 200)) return;
    await sleep(25, undefined, { signal });
  }
}

async function statusOf(url: string, signal: AbortSignal): Promise<number | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}

/** The address under which this machine reaches a server that listens on `host`. */
export function localAddress(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
