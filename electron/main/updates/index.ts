import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { UpdateState } from '../../../shared/ipc/shapes.ts';
import { openUpdater } from './updater.ts';
import { createUpdates, type Updates } from './updates.ts';
import { whyUpdatesAreOff } from './why-off.ts';

export interface OpenUpdatesOptions {
  version: string;
  /** The environment variable APPIMAGE. */
  appImage: string | undefined;
  onChange(state: UpdateState): void;
}

/** Handles updates of the running app. Does nothing before `start`. */
export function openUpdates({ version, appImage, onChange }: OpenUpdatesOptions): Updates {
  const whyOff = whyUpdatesAreOff({
    isPackaged: app.isPackaged,
    platform: process.platform,
    appImage,
    feed: readFeed(),
  });
  return createUpdates({ app: { version, whyOff }, updater: openUpdater, onChange });
}

/** Reads the address for updates, which electron-builder writes when the package was configured with one. */
function readFeed(): string | null {
  try {
    return readFileSync(join(process.resourcesPath, 'app-update.yml'), 'utf8');
  } catch {
    return null;
  }
}
