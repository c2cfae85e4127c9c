import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Board, test as base, expect } from '../e2e/fixtures.ts';
import type { DesktopHost, LaunchOptions, RunningDesktop } from './host/index.ts';
import { until } from './host/until.ts';

/** One computer of one person: the app's data folder, which outlives a quit. */
export interface Desk {
  readonly userData: string;
  launch(options?: Partial<LaunchOptions>): Promise<RunningDesktop>;
  /** Launches where the demo server is known and its owner signed in; gives the inbox. */
  enter(options?: Partial<LaunchOptions>): Promise<{ desktop: RunningDesktop; page: Page }>;
}

/** Every desktop test gets the host that can run here, one filled workspace for all, and a desk of its own. */
export const test = base.extend<{ desk: Desk }>({
  board: async ({ server }, use) => {
    await use(await server.boardOf('desktop'));
  },
  desk: async ({ host, board, desksByKey }, use) => {
    const userData = mkdtempSync(join(tmpdir(), 'switchboard-desk-'));
    const running: RunningDesktop[] = [];
    const launch = async (options: Partial<LaunchOptions> = {}) => {
      const desktop = await host.launch({ userData, ...options });
      running.push(desktop);
      return desktop;
    };
    await use({
      userData,
      launch,
      enter: async (options) => {
        const { apiKey } = board.demo;
        const signedIn = desksByKey.get(apiKey) ?? (await signInOnce(host, board));
        desksByKey.set(apiKey, signedIn);
        host.copy(signedIn, userData);
        const desktop = await launch(options);
        const page = await desktop.page();
        await expect(page.getByTestId('conversation-row').first()).toBeVisible();
        return { desktop, page };
      },
    });
    for (const desktop of running) await desktop.kill();
    rmSync(userData, { recursive: true, force: true });
  },
});

/** The folder of settings of a computer on which the owner has signed in. */
async function signInOnce(host: DesktopHost, board: Board): Promise<string> {
  const userData = mkdtempSync(join(tmpdir(), 'switchboard-desk-'));
  const desktop = await host.launch({ userData });
  await signIn(await connect(desktop, board.url), board.demo);
  await desktop.quit();
  return userData;
}

/** From the connect screen to the place's own page. */
export async function connect(desktop: RunningDesktop, address: string): Promise<Page> {
  const screen = await desktop.page();
  await screen.getByTestId('connect-address').fill(address);
  await screen.getByTestId('connect-submit').click();
  return until('the sign-in is there', async () => {
    const page = await desktop.page();
    const isThere = await page
      .getByTestId('login-email')
      .isVisible()
      .catch(() => false);
    return isThere ? page : null;
  });
}

export async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.getByTestId('login-email').fill(who.email);
  await page.getByTestId('login-password').fill(who.password);
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('conversation-row').first()).toBeVisible();
}

/** The app's own settings, from the menu of the person who is signed in. */
export async function openSettings(page: Page): Promise<void> {
  await page.getByTestId('user-menu').click();
  await page.getByTestId('app-settings').click();
}

/** The id of the conversation with somebody, asked as the page asks. */
export function conversationWith(page: Page, board: Board, name: string): Promise<string> {
  return page.evaluate(
    async ([server, search]) => {
      const answer = await fetch(`${server}/api/dashboard/conversations?limit=1&search=${search}`);
      const { data } = await answer.json();
      return data[0].id as string;
    },
    [board.url, name] as const,
  );
}

/** Resolves when a text stands in what the app keeps on disk for the time without a network. */
export async function keptOffline(page: Page, text: string): Promise<void> {
  const records = () =>
    page.evaluate(async () => {
      const all: unknown[] = [];
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        for (const store of database.objectStoreNames) {
          all.push(
            await new Promise((resolve) => {
              const request = database.transaction(store).objectStore(store).getAll();
              request.onsuccess = () => resolve(request.result);
            }),
          );
        }
        database.close();
      }
      return JSON.stringify(all);
    });
  await expect.poll(records).toContain(text);
}

/** A customer of the demo writes, on the simulated platform. */
export async function customerWrites(board: Board, waId: string, text: string): Promise<void> {
  const response = await fetch(`${board.phoneUrl}/control/accounts/800000000000001/chats/${waId}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  if (!response.ok) throw new Error(`the platform did not take it: ${await response.text()}`);
}

/** Every byte that the app has written under its data folder, for looking for what should not be there. */
export function bytesUnder(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

export { expect };
