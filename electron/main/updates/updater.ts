import type { AppUpdater } from 'electron-updater';
import { log } from '../lib/logger.ts';
import type { Updater } from './updates.ts';

/** The system's own updater. Loaded on demand: it is the biggest thing in main's bundle. */
export async function openUpdater(): Promise<Updater> {
  const { AppImageUpdater, autoUpdater } = await import('electron-updater');
  // Left to choose, it would take the deb's updater in an AppImage that was packed after a deb (it reads a
  // file that electron-builder leaves behind), and debs do not update themselves here.
  return adaptUpdater(process.platform === 'linux' ? new AppImageUpdater() : autoUpdater);
}

/**
 * Sets what we allow and gives the few operations we use. That a download has the published sha512, and on
 * Windows and macOS our signature, is checked by electron-updater, as is the share of a staged rollout.
 */
export function adaptUpdater(updater: AppUpdater): Updater {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  updater.logger = {
    info: () => undefined,
    warn: (message) => log('the updater warns', { reason: firstLine(message) }),
    // Every error also reaches the caller.
    error: () => undefined,
  };
  return {
    find: async () => {
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable ? found.updateInfo.version : null;
    },
    download: async (onPercent) => {
      const progress = ({ percent }: { percent: number }) => onPercent(percent);
      updater.on('download-progress', progress);
      try {
        await updater.downloadUpdate();
      } finally {
        updater.off('download-progress', progress);
      }
    },
    install: () => updater.quitAndInstall(true, true),
    onFault: (listener) => {
      updater.on('error', listener);
    },
  };
}

function firstLine(message: unknown): string {
  return String(message).split('\n', 1)[0] ?? '';
}
