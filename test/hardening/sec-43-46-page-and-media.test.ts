import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../helpers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('the page may connect to its own server only, and run no script of its own text', async () => {
  const policy = (await fetch(server.url)).headers.get('content-security-policy') ?? '';
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  expect(directives.get('connect-src')).toEqual(["'self'"]);
  expect(directives.get('script-src')).toEqual(["'self'"]);
  expect(directives.get('default-src')).toEqual(["'none'"]);
  expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy).not.toMatch(/\*|unsafe-(?:eval|inline)/);
});

it('the page has a new nonce for its styles in each response', async () => {
  const nonces = [];
  for (const path of ['/', '/inbox']) {
    const answer = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });
    const policy = answer.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /style-src 'self' 'nonce-([\w+/]{22}==)'(?:;|$)/.exec(policy) ?? [];
    expect(await answer.text()).toContain(`<meta property="csp-nonce" nonce="${nonce}"`);
    // A browser that kept the page would show it with the nonce of another response.
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('etag')).toBeNull();
    nonces.push(nonce);
  }
  expect(new Set(nonces).size).toBe(2);
});
