import { createServer } from 'node:net';
import { freePort, OperatorError } from '../db/local-mariadb/index.ts';

/**
 * The port a child shall listen on, seen to be free before anything is started. 0 becomes a free one.
 * @param variable the setting that moves it, for the sentence when the port is taken.
 * @throws {OperatorError} `port_in_use`.
 */
export async function claimPort(port: number, host: string, variable: string): Promise<number> {
  if (port === 0) return freePort();
  const fault = await tryListening(port, host);
  if (!fault) return port;
  throw new OperatorError('port_in_use', sentenceFor(fault, port, host, variable));
}

function sentenceFor(fault: NodeJS.ErrnoException, port: number, host: string, variable: string): string {
  if (fault.code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program: set ${variable}=… to another port, or stop it.`;
  }
  if (fault.code === 'EACCES') {
    return `Port ${port} is not open to this user: set ${variable}=… to a port above 1023.`;
  }
  return `Cannot listen on ${host}:${port} (${fault.message}): set HOST or ${variable} to what this machine has.`;
}

function tryListening(port: number, host: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', done);
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(null)));
  });
}
