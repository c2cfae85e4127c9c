import { describe, expect, it } from 'vitest';
import { belongsToDashboard, isAllowedRequest, liftSession, withToken } from './session-headers.ts';

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
  ])('for %s: %s', (url, goes) => {
    expect(belongsToDashboard(url, server)).toBe(goes);
  });

  it('replaces whatever else claims to be somebody', () => {
    const sent = withToken({ Accept: 'x', authorization: 'Bearer page', Cookie: 'sid=1' }, 'ses_ours');
    expect(sent).toEqual({ Accept: 'x', Authorization: 'Bearer ses_ours' });
    expect(withToken({ AUTHORIZATION: 'Bearer page' }, null)).toEqual({});
  });

  it('is lifted out of the answer, with every other cookie', () => {
    const { headers, news } = liftSession({
      'Content-Type': ['application/json'],
      'Set-Cookie': ['other=1; Path=/', '__Host-sid=ses_abc; Path=/; Secure; HttpOnly'],
    });
    expect(news).toEqual({ kind: 'began', token: 'ses_abc' });
    expect(headers).toEqual({ 'Content-Type': ['application/json'] });
    expect(liftSession({ 'set-cookie': 'sid=; Max-Age=0' }).news).toEqual({ kind: 'ended' });
    expect(liftSession({ 'set-cookie': 'sidx=ses_abc' }).news).toBeNull();
  });
});

describe('a request of a page', () => {
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
  ])('to %s: %s', (url, isAllowed) => {
    expect(isAllowedRequest(url, server)).toBe(isAllowed);
  });

  it('on the connect screen goes to no server at all', () => {
    expect(isAllowedRequest('https://crm.example.com/', null)).toBe(false);
  });
});
