import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import type { DesktopHost } from '../desktop/host/index.ts';
import { type ModelSource, startModelSource } from '../inference/model-source.ts';
import { addMember } from './add-member.ts';
import { complaintsOf, enter } from './screens.ts';
import { cookieOf, type Demo, START_MS, type Switchboard, startSwitchboard } from './switchboard.ts';

/** A server with a demo workspace that no other test file uses at the same time. */
export interface Board extends Pick<Switchboard, 'url' | 'phoneUrl' | 'inferencePid' | 'serverPid'> {
  demo: Demo;
}

/** A worker's server, shared by its test files one after another. */
interface Server {
  /** Returns a new demo workspace per `part`, which is kept until another part is requested. */
  boardOf(part: string): Promise<Board>;
  /** Creates a workspace with only its owner, and resets the platform. */
  begin(name: string, owner: { email: string; password: string }): Promise<Pick<Board, 'url' | 'phoneUrl'>>;
  /** Creates a workspace with only its owner, beside the others. */
  addWorkspace(name: string, owner: { email: string; password: string }): Promise<unknown>;
}

interface OfWorker {
  /** A source of models, in addition to the server's own. */
  models: ModelSource;
  server: Server;
  /** The host of the desktop app. */
  host: DesktopHost;
  /** Settings folders with a signed-in person, by API key. */
  desksByKey: Map<string, string>;
}

export type OpenWindow = (viewport?: { width: number; height: number }) => Promise<Page>;

interface OfTest {
  board: Board;
  /** Opens a window in its own context, as on another computer; closed when the test ends. */
  openWindow: OpenWindow;
  /** A window in which the owner of the demo is signed in. The test fails if the page reports an error. */
  signedIn: Page;
}

/**
 * Fixtures of the browser and desktop tests. The server starts when a worker's first test needs it. Tests of
 * an empty server start their own with `startSwitchboard`. All worker-scoped fixtures are here: files with
 * different ones would get their own workers, and servers.
 */
export const test = base.extend<OfTest, OfWorker>({
  models: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the parameter.
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
          // The server has several workspaces.
          MODEL_DOWNLOADS: 'always',
          WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
        },
      });
      await use(sharedServer(switchboard));
      await switchboard.stop();
    },
    { scope: 'worker', timeout: START_MS + 60_000 },
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
  signedIn: async ({ board, openWindow }, use) => {
    const page = await openWindow();
    const complaints = complaintsOf(page);
    await enter(page, board.url, board.demo);
    await use(page);
    expect(complaints).toEqual([]);
  },
});

/** Opens a window for several tests. The caller closes its context. */
export async function openWindow(
  browser: Browser,
  viewport: { width: number; height: number } = { width: 1440, height: 900 },
): Promise<Page> {
  return (await browser.newContext({ viewport })).newPage();
}

function sharedServer(switchboard: Switchboard): Server {
  const { url, phoneUrl, admin, inferencePid, serverPid, resetPlatform, fillDemo } = switchboard;
  let current: { part: string | null; demo: Demo } = { part: null, demo: switchboard.demo };
  const addWorkspace: Server['addWorkspace'] = (name, { email, password }) =>
    admin('tenant', 'create', '--name', name, '--owner-email', email, '--owner-password', password);
  return {
    addWorkspace,
    begin: async (name, owner) => {
      await resetPlatform();
      // The previous workspace is no longer connected.
      current.part ??= name;
      await addWorkspace(name, owner);
      return { url, phoneUrl };
    },
    boardOf: async (part) => {
      if (current.part !== null && current.part !== part) {
        await retire(url, current.demo);
        current = { part, demo: await fillDemo() };
      }
      current.part = part;
      return { url, phoneUrl, inferencePid, serverPid, demo: current.demo };
    },
  };
}

/**
 * Frees the email address of the demo's owner. When an address belongs to many workspaces, signing in tries
 * the password in each of them.
 */
async function retire(url: string, owner: Demo): Promise<void> {
  const heir = { name: 'Heir', email: `${randomUUID()}@example.test`, password: randomUUID() };
  await addMember(url, owner, { ...heir, role: 'owner' });
  const headers = { cookie: await cookieOf(url, owner) };
  const ask = async (method: string, path: string) => {
    const answer = await fetch(`${url}/api/dashboard/members${path}`, { method, headers });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { data } = await ask('GET', '');
  const { id } = data.find(({ email }: { email: string }) => email === owner.email);
  await ask('DELETE', `/${id}`);
}

export { expect };
