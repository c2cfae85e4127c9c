import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureApp, startFixtureApp } from './fixture/fixture-app.ts';
import { until } from './until.ts';

let fixture: FixtureApp;

beforeAll(async () => {
  fixture = await startFixtureApp();
});
afterAll(() => fixture?.close());

describe('main', () => {
  it('blocks navigation of a page, and receives the URL', async () => {
    const { page, server, seen } = fixture;
    const before = server.requests.length;
    await page.evaluate((url) => window.location.assign(`${url}/elsewhere`), server.url);
    const event = `will-navigate ${server.url}/elsewhere`;
    await until('main has received the event', async () => (await seen()).events.includes(event) || null);
    expect(await page.textContent('p')).toBe('Hello');
    expect(server.requests).toHaveLength(before);
  });

  it('prevents pages from opening windows', async () => {
    const { page, server, seen } = fixture;
    const before = server.requests.length;
    const windows: string[] = [];
    // The pages of the whole browser, because a window opened by a page does not belong to the app.
    page.context().on('page', (opened) => windows.push(opened.url()));
    const answer = await page.evaluate((url) => {
      const opened = window.open(`${url}/window`);
      const link = Object.assign(document.createElement('a'), { href: `${url}/link`, target: '_blank' });
      document.body.append(link);
      link.click();
      return opened;
    }, server.url);
    expect(answer).toBeNull();
    await until('main has received the event', async () => (await seen()).windows.length === 2 || null);
    expect((await seen()).windows.toSorted()).toEqual([`${server.url}/link`, `${server.url}/window`]);
    expect(server.requests.slice(before)).toEqual([]);
    expect(windows).toEqual([]);
  });

  it('prevents documents of a server, and frames in them, from opening windows', async () => {
    const { app, page, server, seen } = fixture;
    await app.evaluate((_electron, url) => globalThis.view.webContents.loadURL(`${url}/frame`), server.url);
    // The test has its own connection and may be notified later.
    await page.waitForURL(`${server.url}/frame`);
    const opened = await page.evaluate(async () => {
      const frame = Object.assign(document.createElement('iframe'), { src: '/frame' });
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await loaded;
      return [window.open('/of-a-server'), frame.contentWindow?.open('/of-a-frame')];
    });
    expect(opened).toEqual([null, null]);
    const hasEvent = async () => (await seen()).windows.includes(`${server.url}/of-a-frame`);
    await until('main has received the event', async () => (await hasEvent()) || null);
    expect((await seen()).windows).toContain(`${server.url}/of-a-server`);
    expect(server.requests.map(({ path }) => path)).not.toContain('/of-a-server');
    expect(server.requests.map(({ path }) => path)).not.toContain('/of-a-frame');
  });

  it('receives redirects of documents', async () => {
    const { app, server, seen } = fixture;
    await app.evaluate((_electron, url) => globalThis.view.webContents.loadURL(`${url}/moved`), server.url);
    expect((await seen()).events).toContain(`will-redirect ${server.url}/there`);
    await app.evaluate(() => globalThis.view.webContents.loadURL('app://bundle/index.html'));
  });

  it('receives load failures of documents', async () => {
    const { app, seen } = fixture;
    const load = app.evaluate(() => globalThis.view.webContents.loadURL('http://127.0.0.1:9/'));
    await expect(load).rejects.toThrow('ERR_');
    expect((await seen()).events.at(-1)).toMatch(/^failed -\d+ ERR_/);
    await app.evaluate(() => globalThis.view.webContents.loadURL('app://bundle/index.html'));
    // The test has its own connection and may be notified later.
    await fixture.page.getByText('Hello').waitFor();
  });

  it('blocks a download', async () => {
    const { page, seen } = fixture;
    await page.evaluate(() => {
      const href = URL.createObjectURL(new Blob(['text']));
      Object.assign(document.createElement('a'), { href, download: 'list.csv' }).click();
    });
    await until(
      'main has received the event',
      async () => (await seen()).events.includes('will-download list.csv') || null,
    );
  });

  it('opens a context menu', async () => {
    const { app, seen } = fixture;
    await app.evaluate(() => {
      globalThis.view.webContents.emit('context-menu', {}, { misspelledWord: 'wrod' });
    });
    expect((await app.contextMenu()).map(({ label }) => label)).toEqual(['wrod', 'Copy']);
    await app.clickMenu(['wrod']);
    expect((await seen()).events).toContain('chose wrod');
  });

  it('decides the permissions of a page', async () => {
    const { app, page } = fixture;
    expect(await app.askPermission(page, 'notifications')).toBe(true);
    expect(await app.askPermission(page, 'microphone')).toBe(false);
    const states = await page.evaluate(() =>
      Promise.all(
        (['notifications', 'geolocation'] as const).map(
          async (name) => (await navigator.permissions.query({ name })).state,
        ),
      ),
    );
    expect(states).toEqual(['granted', 'denied']);
  });

  it('reloads a crashed page', async () => {
    const { app, seen } = fixture;
    await app.evaluate(() => globalThis.view.webContents.forcefullyCrashRenderer());
    await until(
      'main has received the event',
      async () => (await seen()).events.includes('ended crashed') || null,
    );
    const text = await until('the page has reloaded', () =>
      app.evaluate(() => globalThis.view.webContents.executeJavaScript('document.body?.innerText ?? null')),
    );
    expect(text).toContain('Hello');
  });
});
