import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { UpdateState } from '../../../shared/ipc/shapes.ts';
import { openUpdater } from './updater.ts';
import { createUpdates, type Updates } from './updates.ts';
import { whyUpdatesAreOff } from './why-off.ts';

export interface OpenUpdatesOptions {
  version: string;
  /** The variable APPIMAGE. */
  appImage: string | undefined;
  onChange(state: UpdateState): void;
}

/** Updates for the app that runs. Nothing happens before `start`. */
export function openUpdates({ version, appImage, onChange }: OpenUpdatesOptions): Updates {
  const whyOff = whyUpdatesAreOff({
    isPackaged: app.isPackaged,
    platform: process.platform,
    appImage,
    feed: readFeed(),
  });
  return createUpdates({ app: { version, whyOff }, updater: openUpdater, onChange });
}

/** Written by electron-builder when the package was given an address for updates. */
function readFeed(): string | null {
  try {
    return readFileSync(join(process.resourcesPath, 'app-update.yml'), 'utf8');
  } catch {
    return null;
  }
}
