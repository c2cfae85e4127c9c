import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Board, test as base, expect } from '../e2e/fixtures.ts';
import type { DesktopHost, LaunchOptions, RunningDesktop } from './host/index.ts';
import { until } from './host/until.ts';

/** A person's computer, with the app's data folder, which persists between launches. */
export interface Computer {
  readonly userData: string;
  launch(options?: Partial<LaunchOptions>): Promise<RunningDesktop>;
  /** Launches the app with the demo server added and its owner signed in. Returns the inbox page. */
  launchSignedIn(options?: Partial<LaunchOptions>): Promise<{ desktop: RunningDesktop; page: Page }>;
}

/** Each desktop test gets the available host, a shared demo workspace, and its own computer. */
export const test = base.extend<{ computer: Computer }>({
  board: async ({ server }, use) => {
    await use(await server.boardOf('desktop'));
  },
  computer: async ({ host, board, desksByKey }, use) => {
    const userData = mkdtempSync(join(tmpdir(), 'switchboard-computer-'));
    const running: RunningDesktop[] = [];
    const launch = async (options: Partial<LaunchOptions> = {}) => {
      const desktop = await host.launch({ userData, ...options });
      running.push(desktop);
      return desktop;
    };
    await use({
      userData,
      launch,
      launchSignedIn: async (options) => {
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

/** Creates the settings folder of a computer on which the owner has signed in. */
async function signInOnce(host: DesktopHost, board: Board): Promise<string> {
  const userData = mkdtempSync(join(tmpdir(), 'switchboard-computer-'));
  const desktop = await host.launch({ userData });
  await signIn(await connect(desktop, board.url), board.demo);
  await desktop.quit();
  return userData;
}

/** Adds a server on the connect screen. Returns the page of the new place. */
export async function connect(desktop: RunningDesktop, address: string): Promise<Page> {
  const screen = await desktop.page();
  await screen.getByTestId('connect-address').fill(address);
  await screen.getByTestId('connect-submit').click();
  return until('the sign-in form is shown', async () => {
    const page = await desktop.page();
    const isShown = await page
      .getByTestId('login-email')
      .isVisible()
      .catch(() => false);
    return isShown ? page : null;
  });
}

export async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.getByTestId('login-email').fill(who.email);
  await page.getByTestId('login-password').fill(who.password);
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('conversation-row').first()).toBeVisible();
}

/** Opens the app's settings from the user menu. */
export async function openSettings(page: Page): Promise<void> {
  await page.getByTestId('user-menu').click();
  await page.getByTestId('app-settings').click();
}

/** Returns the id of the conversation with a contact, requested by the page. */
export function conversationWith(page: Page, board: Board, name: string): Promise<string> {
  return page.evaluate(
    async ([server, search]) => {
      const response = await fetch(`${server}/api/dashboard/conversations?limit=1&search=${search}`);
      const { data } = await response.json();
      return data[0].id as string;
    },
    [board.url, name] as const,
  );
}

/** Waits until a text is in the app's offline storage. */
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

/** Sends a message from a demo customer on the simulated platform. */
export async function customerWrites(board: Board, waId: string, text: string): Promise<void> {
  const response = await fetch(`${board.phoneUrl}/control/accounts/800000000000001/chats/${waId}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  if (!response.ok) throw new Error(`the platform rejected the message: ${await response.text()}`);
}

/** Returns all bytes that the app has written to its data folder, to search them for secrets. */
export function bytesUnder(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

export { expect };
