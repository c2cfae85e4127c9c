import ipaddr from 'ipaddr.js';

const NETWORK_BYTES = 8;

/**
 * Returns the network that an address counts for in limits: an IPv4 address itself, and of an IPv6 address its
 * /64, because one customer of a provider has at least that many. Text that is no address is returned as it is.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%', 1);
  if (!ipaddr.isValid(bare)) return address;
  const parsed = ipaddr.process(bare);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().map((byte, index) => (index < NETWORK_BYTES ? byte : 0));
  return `${ipaddr.fromByteArray(network).toString()}/64`;
}
