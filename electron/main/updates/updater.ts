import type { KeyObject } from 'node:crypto';
import type { AppUpdater } from 'electron-updater';
import { log } from '../lib/logger.ts';
import type { Updater } from './updates.ts';

/** Where an AppImage finds its updates, and the key that must have signed them. */
export interface SignedFeed {
  url: string;
  key: KeyObject;
}

/**
 * Opens electron-updater. Loaded on demand, because it is the largest part of main's bundle.
 * @param signedFeed of an AppImage; null where the system or the installer checks signatures.
 */
export async function openUpdater(signedFeed: SignedFeed | null): Promise<Updater> {
  const { AppImageUpdater, autoUpdater } = await import('electron-updater');
  if (process.platform !== 'linux') return adaptUpdater(autoUpdater);
  if (!signedFeed) throw new Error('an AppImage without a key is not updated');
  const { acceptOnlySigned } = await import('./signed-provider.ts');
  // By default it would use the deb updater in an AppImage that was built after a deb, because of a file that
  // electron-builder leaves behind. Debs do not update themselves here.
  const updater = new AppImageUpdater();
  acceptOnlySigned(updater, signedFeed.url, signedFeed.key);
  return adaptUpdater(updater);
}

/**
 * Configures the updater and wraps the operations that we use. electron-updater itself checks a download's
 * sha512, on Windows and macOS also our signature (signed-provider.ts does that on Linux), and handles staged rollouts.
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
