import { connect as connectTcp, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, type Dispatcher, errors } from 'undici';

const CONNECT_MS = 10_000;

/** The connections to an engine, and what leaves this machine on them. */
export interface Egress {
  /** Requests to the engine go through it, and nothing else. */
  readonly dispatcher: Dispatcher;
  /** Returns the bytes that have left since the last call. */
  take(): number;
  close(): Promise<void>;
}

/**
 * Returns whether an address belongs to another machine. A network of containers counts as another machine.
 * @param address the actual address of a connection.
 */
export function isOtherMachine(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.process(address);
  if (parsed.range() === 'loopback' || parsed.range() === 'unspecified') return false;
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return !own.some((one) => ipaddr.process(one.address.replace(/%.*$/, '')).toString() === parsed.toString());
}

/**
 * Creates connections whose bytes are counted at the socket, with their headers and encryption. Connections that do
 * not leave the machine count as nothing.
 */
export function createEgress(isOutside: (address: string) => boolean = isOtherMachine): Egress {
  /** Open connections that leave the machine, with what has been taken of them. */
  const open = new Map<Socket, number>();
  let ended = 0;

  function watch(socket: Socket): void {
    if (!isOutside(socket.remoteAddress ?? '')) return;
    open.set(socket, 0);
    socket.once('close', () => {
      ended += socket.bytesWritten - (open.get(socket) ?? 0);
      open.delete(socket);
    });
  }

  const encrypt = buildConnector({ timeout: CONNECT_MS });
  const agent = new Agent({
    connect: (options, done) => {
      const isEncrypted = options.protocol === 'https:';
      const socket = connectTcp({
        host: options.hostname.replace(/^\[|\]$/g, ''),
        port: Number(options.port) || (isEncrypted ? 443 : 80),
        noDelay: true,
        keepAlive: true,
      });
      const timer = setTimeout(() => socket.destroy(new errors.ConnectTimeoutError()), CONNECT_MS);
      const fail = (error: Error) => {
        clearTimeout(timer);
        done(error, null);
      };
      socket.once('error', fail);
      socket.once('connect', () => {
        clearTimeout(timer);
        socket.off('error', fail);
        watch(socket);
        if (isEncrypted) encrypt({ ...options, httpSocket: socket }, done);
        else done(null, socket);
      });
    },
  });

  return {
    dispatcher: agent,
    take: () => {
      let taken = ended;
      ended = 0;
      for (const [socket, before] of open) {
        taken += socket.bytesWritten - before;
        open.set(socket, socket.bytesWritten);
      }
      return taken;
    },
    close: () => agent.destroy(),
  };
}
