import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { connect, customerWrites, expect, test } from './fixtures.ts';

const MAYA = '15550100123';

/** `window.desktop` without types, as hostile content can use it. */
interface Untyped {
  desktop: { ask(name: string, input: unknown): Promise<unknown> };
}

/** Access to the effective preferences of a page. */
interface Inspected {
  getLastWebPreferences(): { webSecurity?: boolean; webviewTag?: boolean } & Record<string, unknown>;
}

/** Sends a request to main from inside the page, as hostile content would. */
const ask = (page: Page, name: string, input?: unknown) =>
  page.evaluate(([name, input]) => (window as unknown as Untyped).desktop.ask(String(name), input), [
    name,
    input,
  ] as const);

/** Starts a server on the loopback address. */
async function listen(respond: RequestListener) {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('pages have the secure preferences of the checklist', { tag: '@loop' }, async ({ computer }) => {
  const desktop = await computer.launch();
  await desktop.page();
  const all = await desktop.evaluate(({ webContents }) =>
    // Electron has this method for tests, but not in its types.
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

test('hostile content in a page is contained', async ({ computer, board }) => {
  const { desktop, page } = await computer.launchSignedIn();
  const home = page.url();

  const fetched = (url: string) =>
    page.evaluate(
      (target) =>
        fetch(target).then(
          (response) => `${response.status}`,
          () => 'blocked',
        ),
      url,
    );
  expect(await fetched('https://evil.example/')).toBe('blocked');
  expect(await fetched(`${board.phoneUrl}/`)).toBe('blocked');
  expect(await fetched('file:///etc/passwd')).toBe('blocked');
  expect(await fetched('app://../../etc/passwd')).toMatch(/blocked|404/);
  expect(await fetched('app://bundle/..%2f..%2fpackage.json')).toMatch(/blocked|404/);
  expect(await fetched('/..%2f..%2fpackage.json')).toBe('404');
  expect(await fetched('/%2e%2e/package.json')).toMatch(/404/);

  const image = await page.evaluate(
    (source) =>
      new Promise((resolve) => {
        const element = new Image();
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('blocked');
        element.src = source;
      }),
    `${board.phoneUrl}/favicon.ico`,
  );
  expect(image).toBe('blocked');
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.__injected = true';
    document.body.append(script);
    // Code run by a debugger may use eval, so wait until the page's own rules apply again.
    await new Promise((resolve) => setTimeout(resolve));
    try {
      new Function('window.__evaluated = true')();
    } catch {
      // Expected.
    }
    return ['__injected', '__evaluated'].filter((name) => name in window);
  });
  expect(ran).toEqual([]);
  expect(await page.evaluate(() => window.open('https://evil.example/') === null)).toBe(true);

  for (const url of ['https://evil.example/', 'file:///etc/passwd', `${board.url}/`]) {
    await page.evaluate((target) => {
      window.location.href = target;
    }, url);
    // Main has processed a later request.
    expect(await ask(page, 'places.list')).toMatchObject({ ok: true });
    expect(page.url()).toBe(home);
  }
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = 'https://evil.example/';
    document.body.append(frame);
  });
  await expect(page.getByTestId('conversation-row').first()).toBeVisible();
  // Safe links open in the system's browser. Others do not open.
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

test('forged and malformed requests are rejected', async ({ computer }) => {
  const { desktop, page } = await computer.launchSignedIn();
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

  // A frame inside the page has no preload, and main would reject its messages.
  const inFrame = await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    return typeof (frame.contentWindow as unknown as { desktop?: unknown }).desktop;
  });
  expect(inFrame).toBe('undefined');
});

test('only permissions for notifications, the clipboard and the microphone are granted', async ({
  computer,
}) => {
  const { desktop, page } = await computer.launchSignedIn();
  for (const name of [
    'geolocation',
    'camera',
    'microphone',
    'midi',
    'notifications',
    'clipboard-sanitized-write',
  ] as const) {
    const isGranted = ['notifications', 'clipboard-sanitized-write', 'microphone'].includes(name);
    expect(await desktop.askPermission(page, name), name).toBe(isGranted);
  }
});

test('the token is sent only to the dashboard API of the chosen server', { tag: '@loop' }, async ({
  computer,
  board,
}) => {
  const { page } = await computer.launchSignedIn();
  const outcome = await page.evaluate(async (server) => {
    const api = await fetch(`${server}/api/dashboard/session`).then((response) => response.status);
    const outside = await fetch(`${server}/api/v1/contacts`).then(
      (response) => response.status,
      () => 'blocked',
    );
    return { api, outside };
  }, board.url);
  // The server's other routes are for programs, and the page cannot read them.
  expect(outcome).toEqual({ api: 200, outside: 'blocked' });
});

test('a hostile server receives no password and shows no page', async ({ computer }) => {
  const requests: string[] = [];
  const elsewhere = await listen((req, res) => {
    requests.push(`${req.method} ${req.url}`);
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
  const desktop = await computer.launch();
  const page = await connect(desktop, hostile.url);
  await page.getByTestId('login-email').fill('ana@example.test');
  await page.getByTestId('login-password').fill('correct horse battery');
  await page.getByTestId('login-submit').click();
  // A followed redirect would include the password.
  await expect(page.getByRole('alert').first()).toBeVisible();
  expect(requests).toEqual([]);
  expect(page.url()).toMatch(/bundle/);
  hostile.close();
  elsewhere.close();
});

test('messages of customers are shown as text, even if they contain HTML', async ({ computer, board }) => {
  const { page } = await computer.launchSignedIn();
  const hostile = `<img src=x onerror="window.__ran=1"><script>window.__ran=1</script> javascript:alert(1) ${Date.now()}`;
  await customerWrites(board, MAYA, hostile);
  await page.getByTestId('conversation-row').filter({ hasText: 'onerror' }).first().click();
  await expect(page.getByTestId('message-bubble').filter({ hasText: hostile.slice(-13) })).toContainText(
    '<img src=x',
  );
  expect(await page.evaluate(() => '__ran' in window)).toBe(false);
});
