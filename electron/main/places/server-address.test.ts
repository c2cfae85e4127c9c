import { describe, expect, it } from 'vitest';
import { readServerAddress } from './server-address.ts';

describe('a typed address', () => {
  it.each([
    ['crm.example.com', 'https://crm.example.com'],
    ['  https://CRM.example.com/inbox?x=1 ', 'https://crm.example.com'],
    ['crm.example.com:8443', 'https://crm.example.com:8443'],
    ['localhost:4000', 'http://localhost:4000'],
    ['127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['[::1]:4000', 'http://[::1]:4000'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ])('%s becomes %s', (typed, server) => {
    expect(readServerAddress(typed)).toEqual({ kind: 'ok', server });
  });

  it.each([
    '',
    '   ',
    'not an address',
    'file:///etc/passwd',
    'javascript://x',
    'https://',
    'ftp://example.com',
  ])('%j is rejected', (typed) => {
    expect(readServerAddress(typed).kind).toBe('not-an-address');
  });

  it('must not contain a user name and password', () => {
    expect(readServerAddress('https://me:secret@crm.example.com')).toMatchObject({
      kind: 'not-an-address',
      message: expect.not.stringContaining('secret'),
    });
  });

  it('over plain http is accepted only for this machine', () => {
    for (const typed of [
      'http://crm.example.com',
      'http://192.168.1.5:4000',
      'http://127.0.0.1.example.com',
    ]) {
      expect(readServerAddress(typed).kind).toBe('needs-https');
    }
  });
});
