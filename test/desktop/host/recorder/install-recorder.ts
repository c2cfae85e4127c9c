import type * as Electron from 'electron';
import { recordBadge } from './record-badge.ts';
import { recordDialogs } from './record-dialogs.ts';
import { recordMenus } from './record-menus.ts';
import { recordNotifications } from './record-notifications.ts';
import { recordShell } from './record-shell.ts';
import { recordShortcuts } from './record-shortcuts.ts';
import { watchPages } from './watch-pages.ts';

/**
 * Records main's calls to the operating system and simulates the person who uses it. Works on Electron's own
 * objects, so that the same code records the real Electron and the stand-in.
 */
export function installRecorder(electron: typeof Electron) {
  const recorder = {
    ...recordBadge(electron),
    ...recordDialogs(electron),
    ...recordMenus(electron),
    ...recordNotifications(electron),
    ...recordShell(electron),
    ...recordShortcuts(electron),
    ...watchPages(electron),
  };
  Object.assign(globalThis, { desktopRecorder: recorder });
  return recorder;
}

export type Recorder = ReturnType<typeof installRecorder>;
