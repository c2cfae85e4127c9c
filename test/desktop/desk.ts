import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { type Switchboard, startSwitchboard } from '../e2e/switchboard.ts';
import { type DesktopHost, desktopHost, type LaunchOptions, type RunningDesktop } from './host/index.ts';

/** One computer of one person: the app's data folder, which outlives a quit. */
export interface Desk {
  readonly userData: string;
  launch(options?: Partial<LaunchOptions>): Promise<RunningDesktop>;
  /** Launches, connects to the demo server and signs in; gives the inbox. */
  enter(options?: Partial<LaunchOptions>): Promise<{ desktop: RunningDesktop; page: Page }>;
}

interface Shared {
  host: DesktopHost;
  board: Switchboard;
}

/** Every desktop test gets the host that can run here, one real server with the demo, and a desk of its own. */
export const test = base.extend<{ desk: Desk }, Shared>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see which fixtures are used.
    async ({}, use) => {
      const host = await desktopHost();
      await use(host);
      await host.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  board: [
    // biome-ignore lint/correctness/noEmptyPattern: see above.
    async ({}, use) => {
      const board = await startSwitchboard({ demo: true });
      await use(board);
      await board.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  desk: async ({ host, board }, use) => {
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
        const desktop = await launch(options);
        const page = await connect(desktop, board.url);
        await signIn(page, board.demo);
        return { desktop, page };
      },
    });
    for (const desktop of running) await desktop.kill();
    rmSync(userData, { recursive: true, force: true });
  },
});

/** From the connect screen to the place's own page. */
export async function connect(desktop: RunningDesktop, address: string): Promise<Page> {
  const screen = await desktop.page();
  await screen.getByTestId('connect-address').fill(address);
  await screen.getByTestId('connect-submit').click();
  await expect(async () => {
    const page = await desktop.page();
    await expect(page.getByTestId('login-email')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  return desktop.page();
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
export function conversationWith(page: Page, board: Switchboard, name: string): Promise<string> {
  return page.evaluate(
    async ([server, search]) => {
      const answer = await fetch(`${server}/api/dashboard/conversations?limit=1&search=${search}`);
      const { data } = await answer.json();
      return data[0].id as string;
    },
    [board.url, name] as const,
  );
}

/** A customer of the demo writes, on the simulated platform. */
export async function customerWrites(board: Switchboard, waId: string, text: string): Promise<void> {
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
