import { describe, expect, it } from 'vitest';
import { isAllowedAddress, storedAddresses } from './allowed-addresses.ts';

describe('allowed addresses', () => {
  it('are stored as networks without bits of hosts, each once', () => {
    expect(storedAddresses(['203.0.113.7', '203.0.113.7/32', ' 10.1.2.3/8', '2001:DB8::1/32'])).toBe(
      '203.0.113.7/32,10.0.0.0/8,2001:db8::/32',
    );
    expect(storedAddresses(['::ffff:192.0.2.9'])).toBe('192.0.2.9/32');
    expect(storedAddresses([])).toBe('');
  });

  it('allow their networks and nothing else', () => {
    const stored = storedAddresses(['10.0.0.0/8', '2001:db8::/32']);
    for (const address of ['10.0.0.1', '10.255.255.255', '::ffff:10.1.1.1', '2001:db8:ffff::1']) {
      expect(isAllowedAddress(stored, address), address).toBe(true);
    }
    for (const address of ['11.0.0.1', '9.255.255.255', '2001:db9::1', '::1', '', 'unknown', '10.0.0']) {
      expect(isAllowedAddress(stored, address), address).toBe(false);
    }
  });

  it('allow every address when there are none', () => {
    expect(isAllowedAddress('', 'anything')).toBe(true);
  });
});
