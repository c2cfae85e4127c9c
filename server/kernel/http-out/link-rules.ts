import { splitRange } from '../config/env-values.ts';
import { type AddressGuard, createAddressGuard, createRangeGuard } from './address-guard.ts';
import type { PortGuard } from './guarded-agent.ts';

/** The ports of https. Others are services that nobody links a file of. */
const PORTS = [443, 8443];

/**
 * Returns the rules for links to files. Public addresses are called over https on ports 443 and 8443 only, and so are
 * the ranges of `allowed`; a range with a port (`10.1.0.0/16:9000`) is called on that port too, also over http.
 * @throws {Error} when an entry is not a range.
 */
export function createLinkRules(allowed: readonly string[]): PortGuard {
  const entries = allowed.map(splitRange);
  const standard = createAddressGuard(entries.filter(({ port }) => port === null).map(({ range }) => range));
  const byPort = new Map<number, { plain: AddressGuard; tls: AddressGuard }>();
  for (const port of [...PORTS, ...entries.flatMap((entry) => entry.port ?? [])]) {
    const named = createRangeGuard(entries.filter((entry) => entry.port === port).map(({ range }) => range));
    const isUsual = PORTS.includes(port);
    byPort.set(port, { plain: named, tls: isUsual ? (one) => standard(one) || named(one) : named });
  }
  return (port, isPlain) => byPort.get(port)?.[isPlain ? 'plain' : 'tls'] ?? permitsNothing;
}

const permitsNothing: AddressGuard = () => false;
