import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureApp, startFixtureApp } from './fixture/fixture-app.ts';

let fixture: FixtureApp;

beforeAll(async () => {
  fixture = await startFixtureApp();
});
afterAll(() => fixture?.close());

describe('the network', () => {
  it('sends requests with the origin of the app and the headers that main adds', async () => {
    const { page, server, seen } = fixture;
    const status = await page.evaluate(async (url) => {
      const headers = { 'content-type': 'application/json', 'x-from-page': 'yes' };
      const options = { method: 'POST', headers, body: '{"a":1}', credentials: 'include' } as const;
      return (await fetch(`${url}/things`, options)).status;
    }, server.url);
    expect(status).toBe(200);
    const [preflight, request] = server.requests.filter(({ path }) => path === '/things');
    expect(preflight).toMatchObject({ method: 'OPTIONS', headers: { origin: 'app://bundle' } });
    expect(request).toMatchObject({
      method: 'POST',
      body: '{"a":1}',
      headers: { origin: 'app://bundle', 'x-from-main': 'yes', 'x-from-page': 'yes' },
    });
    expect(request?.headers.referer).toBeUndefined();
    expect((await seen()).requests.at(-1)).toMatchObject({
      method: 'POST',
      frame: 'app://bundle/index.html',
    });
  });

  it('does not store a cookie that main removes', async () => {
    const { app, page, server, seen } = fixture;
    const again = (url: string) => fetch(`${url}/again`, { credentials: 'include' }).then(({ ok }) => ok);
    expect(await page.evaluate(again, server.url)).toBe(true);
    expect(server.requests.at(-1)?.headers.cookie).toBeUndefined();
    const kept = await app.evaluate(({ session }) =>
      session.fromPartition('persist:fixture').cookies.get({}),
    );
    expect(kept).toEqual([]);
    expect((await seen()).events).toContain('set-cookie sid=secret; SameSite=None; Secure');
  });

  it('does not give a page a response that the server allows only for another origin', async () => {
    const { page, server } = fixture;
    const request = page.evaluate((url) => fetch(`${url}/denied`).then(() => 'read'), server.url);
    await expect(request).rejects.toThrow('Failed to fetch');
    expect(server.requests.at(-1)).toMatchObject({ path: '/denied' });
  });

  it('does not send a request that main cancels', async () => {
    const { page, server } = fixture;
    const request = page.evaluate((url) => fetch(`${url}/cancelled`).then(() => 'read'), server.url);
    await expect(request).rejects.toThrow('Failed to fetch');
    expect(server.requests.some(({ path }) => path === '/cancelled')).toBe(false);
  });

  it('follows a redirect, and main receives each step', async () => {
    const { page, server, seen } = fixture;
    const url = await page.evaluate(
      (base) => fetch(`${base}/moved`).then((response) => response.url),
      server.url,
    );
    expect(url).toBe(`${server.url}/there`);
    const steps = (await seen()).requests.slice(-2).map((request) => request.url);
    expect(steps).toEqual([`${server.url}/moved`, `${server.url}/there`]);
  });
});

describe('offline mode', () => {
  const reach = async (url: string) => {
    const socket = new WebSocket(url.replace('http', 'ws'));
    const opened = await new Promise((resolve) => {
      socket.onopen = () => resolve(true);
      socket.onerror = () => resolve(false);
    });
    socket.close();
    const fetched = await fetch(url).then(
      () => true,
      () => false,
    );
    return { opened, fetched, isOnline: navigator.onLine };
  };

  it('blocks servers, but not the pages of the app', async () => {
    const { app, page, server } = fixture;
    expect(await page.evaluate(reach, server.url)).toEqual({ opened: true, fetched: true, isOnline: true });
    await app.setOffline(true);
    expect(await page.evaluate(reach, server.url)).toEqual({
      opened: false,
      fetched: false,
      isOnline: false,
    });
    await page.reload();
    expect(await page.textContent('p')).toBe('Hello');
    const main = app.evaluate(({ net }, url) => net.fetch(url).then(() => 'read'), server.url);
    await expect(main).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
    await app.setOffline(false);
    expect(await page.evaluate(reach, server.url)).toEqual({ opened: true, fetched: true, isOnline: true });
  });
});
