import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { connect, customerWrites, expect, test } from './desk.ts';

const MAYA = '15550100123';

/** `window.desktop` as hostile content sees it: without the types that keep honest code in bounds. */
interface Untyped {
  desktop: { ask(name: string, input: unknown): Promise<unknown> };
}

/** What a page was really made with. */
interface Inspected {
  getLastWebPreferences(): { webSecurity?: boolean; webviewTag?: boolean } & Record<string, unknown>;
}

/** Asks main something from inside the page, as hostile content would. */
const ask = (page: Page, name: string, input?: unknown) =>
  page.evaluate(([name, input]) => (window as unknown as Untyped).desktop.ask(String(name), input), [
    name,
    input,
  ] as const);

/** A server of the test's own on the loopback address. */
async function listen(answers: RequestListener) {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('the window is built as the checklist asks', async ({ desk }) => {
  const desktop = await desk.launch();
  await desktop.page();
  const all = await desktop.evaluate(({ webContents }) =>
    // Electron has it, for tests like this one, but leaves it out of its types.
    webContents
      .getAllWebContents()
      .map((contents) => (contents as unknown as Inspected).getLastWebPreferences()),
  );
  expect(all.length).toBeGreaterThan(0);
  for (const preferences of all) {
    expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
    expect(preferences?.webSecurity).not.toBe(false);
    expect(preferences?.webviewTag).not.toBe(true);
  }
});

test('hostile content in a page gets nowhere', async ({ desk, board }) => {
  const { desktop, page } = await desk.enter();
  const home = page.url();

  const fetched = (url: string) =>
    page.evaluate(
      (target) =>
        fetch(target).then(
          (answer) => `${answer.status}`,
          () => 'refused',
        ),
      url,
    );
  expect(await fetched('https://evil.example/')).toBe('refused');
  expect(await fetched(`${board.phoneUrl}/`)).toBe('refused');
  expect(await fetched('file:///etc/passwd')).toBe('refused');
  expect(await fetched('app://../../etc/passwd')).toMatch(/refused|404/);
  expect(await fetched('app://bundle/..%2f..%2fpackage.json')).toMatch(/refused|404/);
  expect(await fetched('/..%2f..%2fpackage.json')).toBe('404');
  expect(await fetched('/%2e%2e/package.json')).toMatch(/404/);

  const image = await page.evaluate(
    (source) =>
      new Promise((resolve) => {
        const element = new Image();
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('refused');
        element.src = source;
      }),
    `${board.phoneUrl}/favicon.ico`,
  );
  expect(image).toBe('refused');
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.__injected = true';
    document.body.append(script);
    // What a debugger runs may use eval; what runs a moment later is the page's own again.
    await new Promise((resolve) => setTimeout(resolve));
    try {
      new Function('window.__evaluated = true')();
    } catch {
      // As it should be.
    }
    return ['__injected', '__evaluated'].filter((name) => name in window);
  });
  expect(ran).toEqual([]);
  expect(await page.evaluate(() => window.open('https://evil.example/') === null)).toBe(true);

  for (const url of ['https://evil.example/', 'file:///etc/passwd', `${board.url}/`]) {
    await page.evaluate((target) => {
      window.location.href = target;
    }, url);
    // Main has answered since.
    expect(await ask(page, 'places.list')).toMatchObject({ ok: true });
    expect(page.url()).toBe(home);
  }
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = 'https://evil.example/';
    document.body.append(frame);
  });
  await expect(page.getByTestId('conversation-row').first()).toBeVisible();
  // A link for people goes to the system's browser, and only if it is harmless.
  await page.evaluate(() => {
    for (const url of [
      'https://example.com/help',
      'file:///etc/passwd',
      'smb://host/x',
      'javascript:alert(1)',
    ]) {
      window.open(url);
    }
  });
  await expect
    .poll(() => desktop.openedExternally())
    .toEqual(['https://evil.example/', 'https://example.com/help']);
  expect(page.url()).toBe(home);
  expect(page.frames().map((frame) => frame.url())).not.toContain('https://evil.example/');
});

test('forged and malformed requests are refused', async ({ desk }) => {
  const { desktop, page } = await desk.enter();
  expect(await ask(page, 'shell.openPath', '/etc/passwd')).toMatchObject({ ok: false });
  for (const [name, input] of [
    ['places.open', { id: '../../x' }],
    ['places.open', { id: 'place_0000000000000000' }],
    ['places.add', { address: 'x'.repeat(5_000) }],
    ['notices.show', { conversationId: 'cv_1', title: 'x', body: 'x', canReply: true }],
    ['unread.set', { count: -1 }],
    ['unread.set', { count: 1, extra: true }],
    ['settings.write', { staysInTray: 'yes' }],
    ['files.save', { name: 'x', bytes: 'text' }],
    ['places.list', { something: 1 }],
  ] as const) {
    expect(await ask(page, name, input), `${name} ${JSON.stringify(input).slice(0, 60)}`).toMatchObject({
      ok: false,
    });
  }
  expect(desktop.log()).toContain('a request was not understood');
  expect(await ask(page, 'places.list')).toMatchObject({ ok: true });

  // From a frame inside the page: the preload is not there, and a message would not be taken.
  const inFrame = await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    return typeof (frame.contentWindow as unknown as { desktop?: unknown }).desktop;
  });
  expect(inFrame).toBe('undefined');
});

test('permissions are refused but for notifications and the clipboard', async ({ desk }) => {
  const { desktop, page } = await desk.enter();
  for (const name of [
    'geolocation',
    'media',
    'midi',
    'notifications',
    'clipboard-sanitized-write',
  ] as const) {
    const isGranted = ['notifications', 'clipboard-sanitized-write'].includes(name);
    expect(await desktop.askPermission(page, name), name).toBe(isGranted);
  }
});

test('the token goes to the dashboard of the chosen server and to nobody else', async ({ desk, board }) => {
  const { page } = await desk.enter();
  const outcome = await page.evaluate(async (server) => {
    const api = await fetch(`${server}/api/dashboard/session`).then((answer) => answer.status);
    const outside = await fetch(`${server}/api/v1/contacts`).then(
      (answer) => answer.status,
      () => 'refused',
    );
    return { api, outside };
  }, board.url);
  // Not even to the server's other routes: those are for programs, and do not let the page read them.
  expect(outcome).toEqual({ api: 200, outside: 'refused' });
});

test('a server that turns hostile gets nothing and shows nothing', async ({ desk }) => {
  const heard: string[] = [];
  const elsewhere = await listen((req, res) => {
    heard.push(`${req.method} ${req.url}`);
    res.setHeader('access-control-allow-origin', '*').end('{"product":"switchboard"}');
  });
  const hostile = await listen((req, res) => {
    res.setHeader('access-control-allow-origin', 'app://bundle');
    if (req.url === '/api/dashboard/server') res.end('{"product":"switchboard","version":"9.9.9"}');
    else if (req.url === '/api/dashboard/setup')
      res.end('{"needsSetup":false,"canLoadDemo":false,"canCreateWorkspace":false}');
    else if (req.url === '/api/dashboard/session' && req.method === 'GET') res.writeHead(401).end('{}');
    else res.writeHead(307, { location: `${elsewhere.url}/stolen` }).end();
  });
  const desktop = await desk.launch();
  const page = await connect(desktop, hostile.url);
  await page.getByTestId('login-email').fill('ana@example.test');
  await page.getByTestId('login-password').fill('correct horse battery');
  await page.getByTestId('login-submit').click();
  // The password would have gone along with the redirect.
  await expect(page.getByRole('alert').first()).toBeVisible();
  expect(heard).toEqual([]);
  expect(page.url()).toMatch(/bundle/);
  hostile.close();
  elsewhere.close();
});

test('what a customer writes is text, whatever it looks like', async ({ desk, board }) => {
  const { page } = await desk.enter();
  const hostile = `<img src=x onerror="window.__ran=1"><script>window.__ran=1</script> javascript:alert(1) ${Date.now()}`;
  await customerWrites(board, MAYA, hostile);
  await page.getByTestId('conversation-row').filter({ hasText: 'onerror' }).first().click();
  await expect(page.getByTestId('message-bubble').filter({ hasText: hostile.slice(-13) })).toContainText(
    '<img src=x',
  );
  expect(await page.evaluate(() => '__ran' in window)).toBe(false);
});
