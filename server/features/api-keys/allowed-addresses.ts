import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns networks as they are stored: in CIDR notation, without bits of hosts, each once. */
export function storedAddresses(given: readonly string[]): string {
  return [...new Set(given.map(networkText))].join(',');
}

/** Returns whether an address is in one of the stored networks. Without networks, every address is. */
export function isAllowedAddress(stored: string, address: string): boolean {
  if (stored === '') return true;
  const [bare = ''] = address.split('%', 1);
  // The parser also takes old forms, such as 10.1 for 10.0.0.1.
  if (isIP(bare) === 0) return false;
  // An IPv4 address that a socket for both kinds reports as ::ffff:a.b.c.d is an IPv4 address.
  const seen = ipaddr.process(bare);
  return stored.split(',').some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === seen.kind() && seen.match(base, bits);
  });
}

function networkText(given: string): string {
  const [address = '', bits] = given.trim().split('/', 2);
  const parsed = ipaddr.parse(address);
  const isMapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress();
  const length = bits === undefined ? (parsed.kind() === 'ipv4' ? 32 : 128) : Number(bits);
  if (isMapped && length >= 96) return `${parsed.toIPv4Address()}/${length - 96}`;
  const text = `${parsed}/${length}`;
  const base = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${base.networkAddressFromCIDR(text)}/${length}`;
}
