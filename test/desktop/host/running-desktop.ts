import type { Page } from 'playwright-core';
import type { MainProcess, RunningDesktop } from './desktop-host.ts';
import { targetIdOf } from './target-id.ts';
import { until } from './until.ts';

/** Implements a running desktop with the functions of its host. */
export function runningDesktop(main: MainProcess): RunningDesktop {
  const { record } = main;
  const idOf = async (page: Page) => record('pageOfTarget', await targetIdOf(page));

  /** Returns the pages of this app. The browser may have others. */
  const pages = async () => {
    const found = await Promise.all(main.pages().map(async (page) => ({ page, id: await idOf(page) })));
    return found.filter(({ id }) => id !== null);
  };
  const shown = async () => {
    const wanted = await record('shownPage');
    return wanted === null ? undefined : (await pages()).find(({ id }) => id === wanted)?.page;
  };

  return {
    pid: main.pid,
    log: main.log,
    ended: main.ended,
    secondInstance: main.secondInstance,
    askPermission: main.askPermission,
    setOffline: main.setOffline,
    evaluate: (work, argument) => main.evaluate(String(work), argument) as never,
    pages: async () => (await pages()).map(({ page }) => page),
    page: () => until('a page is shown', async () => (await shown().catch(() => undefined)) ?? null),

    notifications: () => record('notifications'),
    clickNotification: (index) => record('clickNotification', index),
    replyToNotification: (index, text) => record('replyToNotification', index, text),
    dismissNotification: (index) => record('dismissNotification', index),
    tray: () => record('tray'),
    clickTray: (path = []) => record('clickTray', path),
    applicationMenu: () => record('applicationMenu'),
    contextMenu: () => record('contextMenu'),
    clickMenu: (path) => record('clickMenu', path),
    badge: () => record('badge'),
    openedExternally: () => record('openedExternally'),
    dialogs: () => record('dialogs'),
    answerNextDialog: (kind, answer) => record('answerNextDialog', kind, answer),
    shortcuts: () => record('shortcuts'),
    pressShortcut: (accelerator) => record('pressShortcut', accelerator),
    occupyShortcut: (accelerator) => record('occupyShortcut', accelerator),

    quit: async () => {
      // Main may end before it responds.
      await main.evaluate('({ app }) => app.quit()', undefined).catch(() => undefined);
      await endOrKill(main, 'the app did not quit');
    },
    kill: async () => {
      main.kill();
      await main.ended();
    },
  };
}

async function endOrKill(main: MainProcess, message: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => {
      main.kill();
      reject(new Error(`${message}:\n${main.log()}`));
    }, 20_000);
  });
  await Promise.race([main.ended(), late]);
  clearTimeout(timer);
}
