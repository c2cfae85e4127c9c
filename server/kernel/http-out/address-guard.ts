import ipaddr from 'ipaddr.js';

/** Whether we may connect to an address. False for anything that is not an IP address. */
export type AddressGuard = (address: string) => boolean;

/** Public addresses that are services of a cloud, reachable from every machine in it. */
const SERVICES = new Set(['168.63.129.16']);

/**
 * Permits public addresses only: no loopback, private, link-local (the metadata services of clouds), shared,
 * multicast or reserved range, in any spelling, including inside an IPv6 address. `allowCidrs` lists ranges
 * that are permitted anyway, such as `10.1.0.0/16`.
 * @throws {Error} when an entry of `allowCidrs` is not a range.
 */
export function createAddressGuard(allowCidrs: readonly string[] = []): AddressGuard {
  const isAllowed = createRangeGuard(allowCidrs);
  return (address) => {
    // A zone (fe80::1%eth0) identifies an interface of this machine; public addresses have none.
    if (!ipaddr.isValid(address) || address.includes('%')) return false;
    return isAllowed(address) || isPublic(ipaddr.process(address));
  };
}

/** Permits addresses in these ranges only. @throws {Error} when an entry is not a range. */
export function createRangeGuard(cidrs: readonly string[]): AddressGuard {
  const within = cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (address) => {
    if (!ipaddr.isValid(address) || address.includes('%')) return false;
    const plain = ipaddr.process(address);
    return within.some(([range, bits]) => range.kind() === plain.kind() && plain.match(range, bits));
  };
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast' || SERVICES.has(address.toString())) return false;
  // The deprecated ::a.b.c.d form of an IPv4 address, which is not routed.
  return address.kind() === 'ipv4' || !address.match(ipaddr.parse('::'), 96);
}
