import { describe, expect, it } from 'vitest';
import { createHostCheck } from './allowed-hosts.ts';

describe('the host check', () => {
  const allows = (
    settings: Partial<Parameters<typeof createHostCheck>[0]>,
    headers: Record<string, string>,
  ) =>
    createHostCheck({
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:4000',
      inferenceUrl: 'http://127.0.0.1:4001/v1',
      allowedHosts: [],
      trustProxy: [],
      ...settings,
    })(headers) === null;
  const open = { host: '0.0.0.0', publicUrl: 'http://localhost:4000' };

  it.each([
    ['localhost:4000', {}, true],
    ['127.0.0.1', {}, true],
    ['[::1]:4000', {}, true],
    ['LOCALHOST.', {}, true],
    ['192.168.1.20:4000', {}, false],
    ['crm.lan:4000', {}, false],
    ['localhost.evil.example', {}, false],
    ['127.0.0.1.evil.example', {}, false],
    ['evil.example@localhost', {}, false],
    ['', {}, false],
    ['192.168.1.20:4000', open, true],
    ['[2001:db8::7]:4000', open, true],
    ['crm.lan:4000', open, false],
    ['crm.lan:4000', { ...open, allowedHosts: ['crm.lan'] }, true],
    ['CRM.lan', { ...open, allowedHosts: ['crm.lan'] }, true],
    ['other.lan', { ...open, allowedHosts: ['crm.lan'] }, false],
    ['crm.example.com', { publicUrl: 'https://crm.example.com' }, true],
    ['crm.example.com:8443', { publicUrl: 'https://crm.example.com:8443' }, true],
    ['model.example.com', { inferenceUrl: 'https://model.example.com/v1' }, true],
    ['crm.lan', { host: 'crm.lan', publicUrl: 'http://crm.lan:4000' }, true],
  ])('checks %j with %j: %s', (host, settings, expected) => {
    expect(allows(settings, { host })).toBe(expected);
  });

  it('also checks the forwarded host of a trusted proxy', () => {
    const proxied = { ...open, publicUrl: 'https://crm.example.com', trustProxy: ['loopback'] };
    const through = (host: string, forwarded: string) =>
      allows(proxied, { host, 'x-forwarded-host': forwarded });
    expect(through('127.0.0.1:4000', 'crm.example.com')).toBe(true);
    expect(through('switchboard:4000', 'crm.example.com'), 'the name of a container').toBe(true);
    expect(through('127.0.0.1:4000', 'evil.example')).toBe(false);
    expect(through('evil.example', 'crm.example.com'), 'a page can add that header').toBe(false);
    expect(
      allows(open, { host: 'localhost', 'x-forwarded-host': 'evil.example' }),
      'no proxy is trusted',
    ).toBe(true);
  });

  it('allows HTTP/1.0 requests without a host', () => {
    expect(allows({}, {})).toBe(true);
  });
});
