import ipaddr from 'ipaddr.js';

/** Whether an address (not a name) may be connected to. What is no address may not. */
export type AddressGuard = (address: string) => boolean;

/** Public by number, but a cloud's own service that answers to every machine in it. */
const SERVICES = new Set(['168.63.129.16']);

/**
 * Lets public addresses through and nothing else: no loopback, private, link-local (the metadata services
 * of clouds), shared, multicast or reserved range, in no spelling, be it inside an IPv6 address.
 * `allowCidrs` names ranges that are let through all the same, such as `10.1.0.0/16`.
 * @throws {Error} when an entry of `allowCidrs` is no range.
 */
export function createAddressGuard(allowCidrs: readonly string[] = []): AddressGuard {
  const allowed = allowCidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (address) => {
    // A zone (fe80::1%eth0) names an interface of ours; no public address has one.
    if (!ipaddr.isValid(address) || address.includes('%')) return false;
    const plain = ipaddr.process(address);
    if (allowed.some(([range, bits]) => range.kind() === plain.kind() && plain.match(range, bits))) {
      return true;
    }
    return isPublic(plain);
  };
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast' || SERVICES.has(address.toString())) return false;
  // The outdated ::a.b.c.d form of an IPv4 address: the routers of today know no such destination.
  return address.kind() === 'ipv4' || !address.match(ipaddr.parse('::'), 96);
}
