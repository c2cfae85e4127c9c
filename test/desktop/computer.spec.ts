import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BaseWindow, WebContents } from 'electron';
import type { DesktopBridge } from '../../shared/ipc/bridge.ts';
import type { UpdateState } from '../../shared/ipc/shapes.ts';
import { lookAt, lookCloselyAt } from '../e2e/screens.ts';
import { conversationWith, expect, openSettings, test } from './fixtures.ts';

/** The `window` of a page in the app. */
type AppWindow = { desktop: DesktopBridge };

test('the window keeps its position', { tag: '@soak' }, async ({ computer }) => {
  const first = await computer.launch();
  await first.page();
  const wanted = { x: 40, y: 30, width: 1_100, height: 700 };
  await first.evaluate(({ BaseWindow }, bounds) => BaseWindow.getAllWindows()[0]?.setBounds(bounds), wanted);
  await first.quit();
  const second = await computer.launch();
  await second.page();
  const found = await second.evaluate(({ BaseWindow }) =>
    (BaseWindow.getAllWindows()[0] as BaseWindow).getBounds(),
  );
  expect(found).toEqual(wanted);
});

test('a crashed page is reloaded', { tag: '@soak' }, async ({ computer }) => {
  const { desktop } = await computer.launchSignedIn();
  await desktop.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.forcefullyCrashRenderer());
  const rows = () =>
    desktop.evaluate(({ webContents }) =>
      (webContents.getAllWebContents()[0] as WebContents)
        .executeJavaScript(`document.querySelectorAll('[data-testid="conversation-row"]').length`)
        .catch(() => 0),
    );
  await expect.poll(rows, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(desktop.log()).toContain('page crashed');
});

test('a file is saved to the chosen path, and its suggested name has no folders', { tag: '@soak' }, async ({
  computer,
}) => {
  const { desktop, page } = await computer.launchSignedIn();
  const target = join(mkdtempSync(join(tmpdir(), 'switchboard-save-')), 'photo.jpg');
  const save = () =>
    page.evaluate(() =>
      (window as unknown as AppWindow).desktop.ask('files.save', {
        name: '../../.bashrc',
        bytes: new Uint8Array([1, 2, 3]),
      }),
    );
  await desktop.answerNextDialog('showSaveDialog', { canceled: false, filePath: target });
  expect(await save()).toEqual({ ok: true, value: { saved: true } });
  expect([...readFileSync(target)]).toEqual([1, 2, 3]);
  await desktop.answerNextDialog('showSaveDialog', { canceled: true, filePath: '' });
  expect(await save()).toEqual({ ok: true, value: { saved: false } });
  const [dialog] = await desktop.dialogs();
  expect(JSON.stringify(dialog)).not.toMatch(/\.\.[/\\]|"\.bashrc/);
});

test('start at login can be switched on and off', { tag: '@soak' }, async ({ computer }) => {
  const { desktop, page } = await computer.launchSignedIn();
  const folder = await desktop.evaluate(({ app }) => app.getPath('appData'));
  const entry = join(folder, 'autostart', 'switchboard.desktop');
  // Linux desktops read a file; elsewhere the operating system stores the setting.
  const isLinux = process.platform === 'linux';
  const isOn = () =>
    isLinux ? existsSync(entry) : desktop.evaluate(({ app }) => app.getLoginItemSettings().openAtLogin);
  await openSettings(page);
  await page.getByTestId('setting-startAtLogin').check();
  await expect.poll(isOn).toBe(true);
  if (isLinux) expect(readFileSync(entry, 'utf8')).toMatch(/^Exec=".+" --hidden$/m);
  await page.getByTestId('setting-startAtLogin').uncheck();
  await expect.poll(isOn).toBe(false);
});

test('a link that starts the app opens its conversation when a person is signed in', async ({
  computer,
  board,
}) => {
  const { desktop, page } = await computer.launchSignedIn();
  const id = await conversationWith(page, board, 'Maya');
  await desktop.quit();
  const again = await computer.launch({ arguments: [`switchboard://conversation/${id}`] });
  const next = await again.page();
  await expect(next.getByTestId('thread')).toBeVisible();
  expect(next.url()).toContain(id);
});

test('a downloaded update is offered, with the running and the new version', { tag: '@soak' }, async ({
  computer,
}) => {
  const { desktop, page } = await computer.launchSignedIn();
  const ready: UpdateState = { running: '0.1.0', phase: { kind: 'ready', version: '0.2.0' } };
  await desktop.evaluate(({ webContents }, state) => {
    for (const contents of webContents.getAllWebContents()) contents.send('updates.changed', state);
  }, ready);
  await expect(page.getByTestId('update-banner')).toBeVisible();
  await lookCloselyAt(page, 'desktop-inbox-update', ['wide', 'middle', 'narrow']);
  await openSettings(page);
  await expect(page.getByTestId('version-running')).toHaveText('0.1.0');
  await expect(page.getByTestId('version-next')).toHaveText('0.2.0');
  await lookAt(page, 'desktop-settings', ['wide', 'narrow']);
});
