import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureApp, startFixtureApp } from './fixture/fixture-app.ts';
import { until } from './until.ts';

let fixture: FixtureApp;

beforeAll(async () => {
  fixture = await startFixtureApp();
});
afterAll(() => fixture?.close());

describe('a page of a private scheme', () => {
  it('is served by main, with the header that main sends', async () => {
    const { app, page, seen } = fixture;
    expect(await app.evaluate(() => globalThis.view.webContents.getURL())).toBe('app://bundle/index.html');
    // Main receives no event for pages that it loads itself.
    expect((await seen()).events).toEqual([]);
    expect(await page.textContent('p')).toBe('Hello');
    expect(await page.evaluate(() => [window.inlineRan, window.isSecureContext])).toEqual([undefined, true]);
  });

  it('has the size of its view', async () => {
    const { app, page } = fixture;
    await app.evaluate(() => globalThis.view.setBounds({ x: 0, y: 0, width: 500, height: 300 }));
    const size = () => page.evaluate(() => `${window.innerWidth}x${window.innerHeight}`);
    await until('the page has the new size', async () => (await size()) === '500x300' || null);
  });
});

describe('the bridge', () => {
  it('exists before the page, which has no other access to the desktop', async () => {
    const { page } = fixture;
    const none = 'undefined';
    expect(await page.evaluate(() => window.firstLook)).toEqual({
      bridge: 'object',
      require: none,
      process: none,
    });
    const sends = () =>
      Object.getOwnPropertyNames(window).filter((name) => /standIn|ipc|electron/i.test(name));
    expect(await page.evaluate(sends)).toEqual([]);
  });

  it('passes plain data, frozen', async () => {
    const { page } = fixture;
    const found = await page.evaluate(() => {
      const { platform, hasArgument, nested } = window.fixture;
      return { platform, hasArgument, nested, isFrozen: Object.isFrozen(nested.list[1]) };
    });
    expect(found).toMatchObject({ platform: process.platform, hasArgument: true, isFrozen: true });
    expect(found.nested).toEqual({ list: [1, { two: 2 }] });
  });

  it('passes functions, their results and their errors', async () => {
    const { page } = fixture;
    expect(await page.evaluate(() => window.fixture.call(({ value }) => [value, 2], 1))).toEqual([1, 2]);
    const thrown = page.evaluate(() => window.fixture.throws());
    await expect(thrown).rejects.toThrow('from the preload');
  });

  it('sends requests to main and returns bytes, or the error of main', async () => {
    const { page } = fixture;
    const sum = await page.evaluate(async () => {
      const result = await window.fixture.add(new Uint8Array([1, 2]), 3);
      return [result instanceof Uint8Array, ...result];
    });
    expect(sum).toEqual([true, 4, 5]);
    const failed = page.evaluate(() => window.fixture.fail());
    await expect(failed).rejects.toThrow("Error invoking remote method 'fail': Error: no such thing");
  });

  it('receives messages from main until it stops listening', async () => {
    const { page } = fixture;
    const received = await page.evaluate(async () => {
      const values: unknown[] = [];
      const next = (value: unknown) =>
        new Promise<void>((resolve) => {
          const stop = window.fixture.listen(() => {
            stop();
            resolve();
          });
          window.fixture.pushBack(value);
        });
      const stop = window.fixture.listen((value) => values.push(value));
      await next({ bytes: new Uint8Array([7]), at: new Date(0) });
      stop();
      await next('ignored');
      return values.map((value) => JSON.stringify(value));
    });
    expect(received).toEqual(['{"bytes":{"0":7},"at":"1970-01-01T00:00:00.000Z"}']);
  });
});

describe('a message to main', () => {
  it('has the page as its sender', async () => {
    const { page } = fixture;
    const sender = { url: 'app://bundle/index.html', origin: 'app://bundle', hasParent: false };
    expect(await page.evaluate(() => window.fixture.sender())).toEqual(sender);
  });

  it('has a frame inside the page as its sender', async () => {
    const { app, page } = fixture;
    const url = await app.evaluate(async ({ BaseWindow }) => {
      const [window] = BaseWindow.getAllWindows();
      const view = globalThis.openView(window, 'frames', { nodeIntegrationInSubFrames: true });
      await view.webContents.loadURL('app://bundle/index.html?frames');
      return view.webContents.getURL();
    });
    const other = await app.page();
    expect(url).toBe('app://bundle/index.html?frames');
    await other.evaluate(async () => {
      const frame = document.createElement('iframe');
      frame.src = '/index.html?inner';
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await loaded;
    });
    const sender = await other.frames()[1]?.evaluate(() => window.fixture.sender());
    expect(sender).toEqual({ url: 'app://bundle/index.html?inner', origin: 'app://bundle', hasParent: true });
    await app.evaluate(({ BaseWindow, webContents }) => {
      const view = BaseWindow.getAllWindows()[0]?.contentView.children.at(-1);
      if (view) BaseWindow.getAllWindows()[0]?.contentView.removeChildView(view);
      webContents.fromId(2)?.close();
    });
    expect((await app.page()).url()).toBe(page.url());
  });
});
