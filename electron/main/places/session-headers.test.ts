import { describe, expect, it } from 'vitest';
import { belongsToDashboard, extractSession, isAllowedRequest, withToken } from './session-headers.ts';

const server = 'https://crm.example.com';

describe('the token', () => {
  it.each([
    ['https://crm.example.com/api/dashboard/session', true],
    ['https://crm.example.com/api/v1/contacts', false],
    ['https://crm.example.com/api/dashboardx', false],
    ['http://crm.example.com/api/dashboard/session', false],
    ['https://crm.example.com:444/api/dashboard/session', false],
    ['https://crm.example.com.evil.example/api/dashboard/session', false],
    ['https://crm.example.com@evil.example/api/dashboard/session', false],
    ['nonsense', false],
  ])('is sent to %s: %s', (url, isSent) => {
    expect(belongsToDashboard(url, server)).toBe(isSent);
  });

  it('replaces other credentials in the request', () => {
    const sent = withToken({ Accept: 'x', authorization: 'Bearer page', Cookie: 'sid=1' }, 'ses_ours');
    expect(sent).toEqual({ Accept: 'x', Authorization: 'Bearer ses_ours' });
    expect(withToken({ AUTHORIZATION: 'Bearer page' }, null)).toEqual({});
  });

  it('is removed from the response, together with all other cookies', () => {
    const { headers, change } = extractSession({
      'Content-Type': ['application/json'],
      'Set-Cookie': ['other=1; Path=/', '__Host-sid=ses_abc; Path=/; Secure; HttpOnly'],
    });
    expect(change).toEqual({ kind: 'began', token: 'ses_abc' });
    expect(headers).toEqual({ 'Content-Type': ['application/json'] });
    expect(extractSession({ 'set-cookie': 'sid=; Max-Age=0' }).change).toEqual({ kind: 'ended' });
    expect(extractSession({ 'set-cookie': 'sidx=ses_abc' }).change).toBeNull();
  });
});

describe('a request from a page', () => {
  it.each([
    ['app://bundle/assets/x.js', true],
    ['https://crm.example.com/api/v1/x', true],
    ['wss://crm.example.com/socket.io/', true],
    ['blob:app://bundle/1', true],
    ['ws://crm.example.com/socket.io/', false],
    ['http://crm.example.com/', false],
    ['https://evil.example/', false],
    ['app://other/x', false],
    ['file:///etc/passwd', false],
    ['chrome://settings', false],
  ])('to %s is allowed: %s', (url, isAllowed) => {
    expect(isAllowedRequest(url, server)).toBe(isAllowed);
  });

  it('to any server is blocked on the connect screen', () => {
    expect(isAllowedRequest('https://crm.example.com/', null)).toBe(false);
  });
});
