import type { AppUpdater } from 'electron-updater';
import { log } from '../lib/logger.ts';
import type { Updater } from './updates.ts';

/** Opens electron-updater. Loaded on demand, because it is the largest part of main's bundle. */
export async function openUpdater(): Promise<Updater> {
  const { AppImageUpdater, autoUpdater } = await import('electron-updater');
  // By default it would use the deb updater in an AppImage that was built after a deb, because of a file that
  // electron-builder leaves behind. Debs do not update themselves here.
  return adaptUpdater(process.platform === 'linux' ? new AppImageUpdater() : autoUpdater);
}

/**
 * Configures the updater and wraps the operations that we use. electron-updater itself checks a download's
 * sha512, on Windows and macOS also our signature, and handles staged rollouts.
 */
export function adaptUpdater(updater: AppUpdater): Updater {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  updater.logger = {
    info: () => undefined,
    warn: (message) => log('updater warning', { reason: firstLine(message) }),
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
    onError: (listener) => {
      updater.on('error', listener);
    },
  };
}

function firstLine(message: unknown): string {
  return String(message).split('\n', 1)[0] ?? '';
}
