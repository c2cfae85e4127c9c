import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, OperatorError } from '../db/local-mariadb/index.ts';

/**
 * Returns the port for a child, after checking that it is free. 0 becomes a free port.
 * @param variable the setting of the port, for the error message.
 * @throws {OperatorError} `port_in_use`.
 */
export async function claimPort(port: number, host: string, variable: string): Promise<number> {
  if (port === 0) return freePort();
  const error = await tryListening(port, host);
  if (!error) return port;
  throw new OperatorError('port_in_use', sentenceFor(error, port, host, variable));
}

function sentenceFor(error: NodeJS.ErrnoException, port: number, host: string, variable: string): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program: set ${variable}=… to another port, or stop it.`;
  }
  if (error.code === 'EACCES') {
    return `Port ${port} is not open to this user: set ${variable}=… to a port above 1023.`;
  }
  return `Cannot listen on ${host}:${port} (${error.message}): set HOST or ${variable} to what this machine has.`;
}

function tryListening(port: number, host: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', done);
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(null)));
  });
}

interface WaitOptions {
  signal: AbortSignal;
  /** Whether a status counts as ready; by default only 200 does. */
  isReady?: (status: number) => boolean;
}

/**
 * Polls a URL until it is ready, without a time limit (a migration may take long). The supervisor of the
 * process aborts `signal` when the process has failed.
 */
export async function waitUntilReady(url: string, { signal, isReady }: WaitOptions): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const status = await statusOf(url, signal);
    if (status !== null && (isReady ? isReady(status) : status === 200)) return;
    await sleep(25, undefined, { signal });
  }
}

/** Returns the status of the answer to a GET; null when there was none. */
export async function statusOf(url: string, signal: AbortSignal): Promise<number | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}

/** Returns the URL under which this machine reaches a server that listens on `host`. */
export function localAddress(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
