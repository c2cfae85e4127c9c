import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import type { DesktopHost } from '../desktop/host/index.ts';
import { type ModelSource, startModelSource } from '../inference/model-source.ts';
import { cookieOf, type Demo, type Switchboard, startSwitchboard } from './switchboard.ts';

/** A server with a filled workspace that nobody else works in. */
export interface Board extends Pick<Switchboard, 'url' | 'phoneUrl' | 'inferencePid'> {
  demo: Demo;
}

/** The one server of a worker, which goes from file to file. */
interface Server {
  /** A fresh workspace with the demo in it: one for each `part` of the tests, for as long as no other is asked for. */
  boardOf(part: string): Promise<Board>;
  /** A fresh workspace with nothing in it but its owner, and a platform that knows nothing of it. */
  begin(name: string, owner: { email: string; password: string }): Promise<Pick<Board, 'url' | 'phoneUrl'>>;
}

interface OfWorker {
  /** Where the server finds models besides its own. */
  models: ModelSource;
  server: Server;
  /** What the desktop app runs in. */
  host: DesktopHost;
  /** Folders of settings in which somebody is signed in, by their API key. */
  desksByKey: Map<string, string>;
}

export type OpenWindow = (viewport?: { width: number; height: number }) => Promise<Page>;

interface OfTest {
  board: Board;
  /** A window of its own, as of another computer; closed at the end of the test. */
  openWindow: OpenWindow;
}

/**
 * What browser and desktop tests start from. The server is started by the first test of a worker that asks for it;
 * a test whose subject is an empty server starts one of its own by `startSwitchboard`. All that lives as long as a
 * worker stands here: files with other things of that kind would get workers, and servers, of their own.
 */
export const test = base.extend<OfTest, OfWorker>({
  models: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see which fixtures are used.
    async ({}, use) => {
      const source = await startModelSource();
      await use(source);
      source.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ models }, use) => {
      const switchboard = await startSwitchboard({
        demo: true,
        env: {
          MODEL_CATALOG: models.writeCatalog(),
          // There are several workspaces on it.
          MODEL_DOWNLOADS: 'always',
          WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
        },
      });
      await use(sharedServer(switchboard));
      await switchboard.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: see above.
    async ({}, use) => {
      const { desktopHost } = await import('../desktop/host/index.ts');
      const host = desktopHost();
      await use(host);
      await host.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  desksByKey: [
    // biome-ignore lint/correctness/noEmptyPattern: see above.
    async ({}, use) => {
      const desks = new Map<string, string>();
      await use(desks);
      for (const folder of desks.values()) rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  board: [
    async ({ server }, use, { file }) => {
      await use(await server.boardOf(file));
    },
    { timeout: 60_000 },
  ],
  openWindow: async ({ browser }, use) => {
    const windows: Page[] = [];
    await use(async (viewport) => {
      const page = await openWindow(browser, viewport);
      windows.push(page);
      return page;
    });
    for (const page of windows) await page.context().close();
  },
});

/** A window for several tests; the test that opens it closes its context. */
export async function openWindow(
  browser: Browser,
  viewport: { width: number; height: number } = { width: 1440, height: 900 },
): Promise<Page> {
  return (await browser.newContext({ viewport })).newPage();
}

function sharedServer(switchboard: Switchboard): Server {
  const { url, phoneUrl, admin, inferencePid, resetPlatform, fillDemo } = switchboard;
  let current: { part: string | null; demo: Demo } = { part: null, demo: switchboard.demo };
  return {
    begin: async (name, { email, password }) => {
      await resetPlatform();
      // The workspace that was there is not connected any more.
      current.part ??= name;
      await admin('tenant', 'create', '--name', name, '--owner-email', email, '--owner-password', password);
      return { url, phoneUrl };
    },
    boardOf: async (part) => {
      if (current.part !== null && current.part !== part) {
        await retire(url, current.demo);
        current = { part, demo: await fillDemo() };
      }
      current.part = part;
      return { url, phoneUrl, inferencePid, demo: current.demo };
    },
  };
}

/**
 * Frees the address that the owner of every demo signs in with: a person who signs in with one that is known in many
 * workspaces has their password tried in each.
 */
async function retire(url: string, owner: Demo): Promise<void> {
  const headers = { cookie: await cookieOf(url, owner), 'content-type': 'application/json' };
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api/dashboard/members${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { data } = await ask('GET', '');
  const password = randomUUID();
  await ask('POST', '', { name: 'Heir', email: `${password}@example.test`, password, role: 'owner' });
  const { id } = data.find(({ email }: { email: string }) => email === owner.email);
  await ask('DELETE', `/${id}`);
}

export { expect };
