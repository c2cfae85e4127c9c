import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureApp, startFixtureApp } from './fixture/fixture-app.ts';
import { until } from './until.ts';

let fixture: FixtureApp;

beforeAll(async () => {
  fixture = await startFixtureApp();
});
afterAll(() => fixture?.close());

describe('the person', () => {
  it('clicks a notification and replies to it', async () => {
    const { app, page, seen } = fixture;
    await page.evaluate(() => window.fixture.notify());
    await until('it is shown', async () => (await app.notifications())[0]);
    await app.replyToNotification(0, 'Hi');
    await app.clickNotification(0);
    expect(await app.notifications()).toEqual([
      { title: 'Ada', body: 'Hello', hasReply: true, silent: false, isShown: false },
    ]);
    expect((await seen()).events).toEqual(expect.arrayContaining(['replied Hi', 'clicked']));
  });

  it('answers only dialogs that are expected', async () => {
    const { app } = fixture;
    await app.answerNextDialog('showSaveDialog', { canceled: false, filePath: '/tmp/x' });
    const save = () => app.evaluate(({ dialog }) => dialog.showSaveDialog({ defaultPath: 'x.txt' }));
    expect(await save()).toEqual({ canceled: false, filePath: '/tmp/x' });
    await expect(save()).rejects.toThrow('no test answers it');
    expect(await app.dialogs()).toContainEqual({
      kind: 'showSaveDialog',
      options: { defaultPath: 'x.txt' },
    });
  });

  it('presses shortcuts, reads the badge, and sees what was opened in other programs', async () => {
    const { app } = fixture;
    await app.occupyShortcut('Alt+Q');
    const isTaken = await app.evaluate(({ app, globalShortcut, shell }) => {
      globalShortcut.register('Alt+W', () => app.setBadgeCount(3));
      void shell.openExternal('https://example.com/');
      return !globalShortcut.register('Alt+Q', () => undefined);
    });
    await app.pressShortcut('Alt+W');
    expect([isTaken, await app.badge(), await app.shortcuts()]).toEqual([true, 3, ['Alt+W']]);
    expect(await app.openedExternally()).toEqual(['https://example.com/']);
    expect(await app.tray()).toMatchObject({ tooltip: 'Fixture', menu: [{ label: '&Quit' }] });
  });
});

describe('the stand-in', () => {
  it('throws for unknown members', async () => {
    const { app } = fixture;
    await expect(app.evaluate(({ app }) => app.moveToApplicationsFolder())).rejects.toThrow(
      'the stand-in does not know App.moveToApplicationsFolder',
    );
    await expect(app.evaluate((electron) => electron.inAppPurchase)).rejects.toThrow(
      'the stand-in does not know electron.inAppPurchase',
    );
  });

  it('rejects pages without a sandbox', async () => {
    const { app } = fixture;
    const open = app.evaluate(({ BaseWindow }) => {
      globalThis.openView(BaseWindow.getAllWindows()[0], 'x', { sandbox: false });
    });
    await expect(open).rejects.toThrow('sandbox: false');
  });
});
