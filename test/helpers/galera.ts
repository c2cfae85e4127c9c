import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  type GaleraCluster,
  type GaleraPrograms,
  startGaleraCluster,
} from '../../scripts/galera/cluster.mjs';
import { ensureGalera, galeraFolder } from '../../scripts/setup/galera.mjs';
import { fastFolder } from './fast-folder.ts';

/** Returns Galera's programs; where they cannot be had, the sentence that says why. */
export async function findGalera(): Promise<GaleraPrograms | string> {
  try {
    return await ensureGalera(galeraFolder);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Starts three database nodes with data of their own, which `stop` deletes. */
export async function startTestGalera(programs: GaleraPrograms): Promise<GaleraCluster> {
  const folder = mkdtempSync(join(fastFolder(), 'switchboard-galera-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const cluster = await startGaleraCluster({ folder, programs, isDurable: false });
    return {
      nodes: cluster.nodes,
      stop: async () => {
        await cluster.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Starts a TCP balancer before the nodes, as `docs/operators.md` has it: each new connection leads to the next one. Returns
 * the address of the database behind it.
 */
export async function startBalancer(urls: readonly string[]): Promise<{ url: string; stop(): void }> {
  const ports = urls.map((url) => Number(new URL(url).port));
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer({ noDelay: true }, (client) => {
    const node = connect({ host: '127.0.0.1', port: ports[turn++ % ports.length] ?? 0, noDelay: true });
    for (const [one, other] of [
      [client, node],
      [node, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(urls[0] ?? '');
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
