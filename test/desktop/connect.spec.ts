import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { lookAt } from '../e2e/screens.ts';
import { bytesUnder, connect, expect, openSettings, signIn, test } from './fixtures.ts';

async function withServer<T>(respond: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a typed address is checked before anything is sent to it', async ({ computer }) => {
  const desktop = await computer.launch();
  const page = await desktop.page();
  const tryAddress = async (address: string) => {
    await page.getByTestId('connect-address').fill(address);
    await page.getByTestId('connect-submit').click();
  };
  const outcome = page.getByRole('main');
  await tryAddress('not an address');
  await expect(outcome).toContainText('crm.example.com');
  await tryAddress('http://192.168.1.5:4000');
  await expect(outcome).toContainText('https://192.168.1.5:4000');
  await tryAddress('http://127.0.0.1:9');
  await expect(outcome).toContainText('is not responding');
  await withServer(
    (_req, res) => res.end('<h1>hello</h1>'),
    async (url) => {
      await tryAddress(url);
      await expect(outcome).toContainText('not a Switchboard server');
    },
  );
  await withServer(
    (_req, res) => res.writeHead(302, { location: 'https://evil.example/' }).end(),
    async (url) => {
      await tryAddress(url);
      await expect(outcome).toContainText('redirects to another address');
    },
  );
  await lookAt(page, 'desktop-connect', ['wide', 'middle', 'narrow']);
});

test('signing in stores the token only in the key store', async ({ computer, board }) => {
  const first = await computer.launch();
  const page = await connect(first, board.url);
  await signIn(page, board.demo);
  const seen = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify({
      cookie: document.cookie,
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases,
      names: Object.keys(window).filter((name) => /require|process|electron|ipc/i.test(name)),
    });
  });
  expect(seen).not.toContain('ses_');
  expect(JSON.parse(seen)).toMatchObject({ cookie: '', names: [] });
  await first.quit();
  expect(bytesUnder(computer.userData)).not.toMatch(/ses_[\w-]{20}/);
  expect(first.log()).not.toMatch(/ses_[\w-]{20}/);

  // The next start is signed in.
  const second = await computer.launch();
  await expect((await second.page()).getByTestId('conversation-row').first()).toBeVisible();
});

test('without a key store the token is kept only in memory, and the app says so', { tag: '@soak' }, async ({
  computer,
  board,
}) => {
  const first = await computer.launch({ keyStore: 'basic_text' });
  await signIn(await connect(first, board.url), board.demo);
  await first.quit();
  expect(bytesUnder(computer.userData)).not.toMatch(/ses_[\w-]{20}/);
  const second = await computer.launch({ keyStore: 'basic_text' });
  const page = await second.page();
  await expect(page.getByTestId('login-email')).toBeVisible();
  await signIn(page, board.demo);
  await openSettings(page);
  await expect(page.getByRole('main')).toContainText('no key store');
});
