import { readServerAddress } from '../places/server-address.ts';

export interface Installation {
  isPackaged: boolean;
  platform: string;
  /** The path of the running AppImage, from the environment variable APPIMAGE. */
  appImage: string | undefined;
  /** The text of `app-update.yml`; null when the package has none. */
  feed: string | null;
}

/** Returns why this copy does not update itself, in a sentence; null when it does. */
export function whyUpdatesAreOff({ isPackaged, platform, appImage, feed }: Installation): string | null {
  if (!isPackaged) return 'This copy runs from source.';
  if (platform === 'linux' && !appImage) return 'This copy is updated by your package manager.';
  if (feed === null) return 'This copy was packaged without an update address.';
  const address = /^url:\s*['"]?([^'"\s]+)/m.exec(feed)?.[1] ?? '';
  if (readServerAddress(address).kind !== 'ok')
    return 'The update address does not use https, so the app does not check for updates.';
  return null;
}
