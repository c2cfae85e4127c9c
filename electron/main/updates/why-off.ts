import { readServerAddress } from '../places/server-address.ts';

export interface Installation {
  isPackaged: boolean;
  platform: string;
  /** The path of the running AppImage, from the environment variable APPIMAGE. */
  appImage: string | undefined;
  /** The text of `app-update.yml`; null when the package has none. */
  feed: string | null;
  /** Whether the package contains the key that signs its updates. */
  hasKey: boolean;
}

/** Returns why this copy does not update itself, in a sentence; null when it does. */
export function whyUpdatesAreOff({
  isPackaged,
  platform,
  appImage,
  feed,
  hasKey,
}: Installation): string | null {
  if (!isPackaged) return 'This copy runs from source.';
  if (platform === 'linux' && !appImage) return 'This copy is updated by your package manager.';
  if (feed === null) return 'This copy was packaged without an update address.';
  if (readServerAddress(feedAddress(feed)).kind !== 'ok')
    return 'The update address does not use https, so the app does not check for updates.';
  // Windows and macOS check the signature of an installer. An AppImage has none.
  if (platform === 'linux' && !hasKey)
    return 'This copy was packaged without the key that signs updates, so it cannot check them.';
  return null;
}

/** Returns the address in `app-update.yml`; an empty string when there is none. */
export function feedAddress(feed: string): string {
  return /^url:\s*['"]?([^'"\s]+)/m.exec(feed)?.[1] ?? '';
}
