import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback } from '../local-request.ts';

export interface ConnectionLimits {
  /** The most open connections. */
  max: number;
  /** Whether other addresses than this machine's are proxies, whose connections are of many people. */
  hasProxy: boolean;
  /** Called for each connection that is closed at once. */
  onRefused(): void;
}

/** The part of all connections that one address may have. */
const ADDRESS_SHARE = 0.25;

/**
 * Closes connections above a maximum as soon as they are made. One address may have a quarter of them, so
 * that it cannot keep out all others.
 */
export function limitConnections(server: Server, { max, hasProxy, onRefused }: ConnectionLimits): void {
  server.maxConnections = max;
  server.on('drop', onRefused);
  if (hasProxy) return;
  const perAddress = Math.max(1, Math.floor(max * ADDRESS_SHARE));
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (remoteAddress === '' || isLoopback(remoteAddress)) return;
    const count = (open.get(remoteAddress) ?? 0) + 1;
    if (count > perAddress) {
      onRefused();
      socket.destroy();
      return;
    }
    open.set(remoteAddress, count);
    socket.once('close', () => {
      const left = (open.get(remoteAddress) ?? 1) - 1;
      if (left > 0) open.set(remoteAddress, left);
      else open.delete(remoteAddress);
    });
  });
}
