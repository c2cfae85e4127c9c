import { readlinkSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { bootId } from '../../db/local-mariadb/index.ts';

/**
 * Returns a text that is the same for processes that share the ports of this machine, and only for those: not for a clone of the
 * machine with the same host name, and not for another container with a copy of the same folder. After a restart of the machine
 * it is another one.
 */
export function machineMark(): string {
  const parts = [hostname(), bootId(), networkNamespace() ?? networkCards()];
  return parts.join('\n');
}

/** Returns the network that this process is in, on Linux; null elsewhere. Containers on one machine differ in it. */
function networkNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/net');
  } catch {
    return null;
  }
}

function networkCards(): string {
  const all = Object.values(networkInterfaces()).flatMap((card) => card ?? []);
  const addresses = all.filter(({ internal }) => !internal).map(({ mac }) => mac);
  return [...new Set(addresses)].toSorted().join(',');
}
