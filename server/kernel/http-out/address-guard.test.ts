import { describe, expect, it } from 'vitest';
import { createAddressGuard } from './address-guard.ts';

/** Spellings of addresses that the server must not connect to, as WHATWG URL parses them. */
const FORBIDDEN = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://127.0.0.1./',
  'http://①②⑦.⓪.⓪.①/',
  'http://0.0.0.0/',
  'http://0/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0251.0376.0251.0376/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.7/',
  'http://203.0.113.7/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[100::1]/',
];

const addressIn = (url: string) => new URL(url).hostname.replace(/^\[|\]$|\.$/g, '');

describe('the guard of outgoing addresses', () => {
  const permits = createAddressGuard();

  it.each(FORBIDDEN)('rejects %s', (url) => {
    expect(permits(addressIn(url))).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
    'permits %s',
    (address) => {
      expect(permits(address)).toBe(true);
    },
  );

  it.each(['', 'localhost', 'example.com', 'fe80::1%eth0', '8.8.8.8%1', '1.2.3.4.5'])(
    'rejects "%s", which is not a plain address',
    (text) => {
      expect(permits(text)).toBe(false);
    },
  );

  it('permits addresses in allowed ranges in any spelling, and no others', () => {
    const some = createAddressGuard(['127.0.0.0/8', 'fd12::/16']);
    expect(['127.0.0.1', '::ffff:127.0.0.1', 'fd12::9'].every(some)).toBe(true);
    expect(['10.0.0.1', '::1', 'fd13::9'].some(some)).toBe(false);
  });

  it('throws for an invalid range', () => {
    expect(() => createAddressGuard(['10.0.0.0'])).toThrow();
  });
});
