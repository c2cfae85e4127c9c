import type * as Electron from 'electron';
import { recordBadge } from './record-badge.ts';
import { recordDialogs } from './record-dialogs.ts';
import { recordMenus } from './record-menus.ts';
import { recordNotifications } from './record-notifications.ts';
import { recordShell } from './record-shell.ts';
import { recordShortcuts } from './record-shortcuts.ts';
import { watchPages } from './watch-pages.ts';

/**
 * Keeps what main gives to the operating system and plays the person in front of it. Written against
 * Electron's own objects, so that the real Electron and the stand-in are recorded by the same code.
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
