import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { UpdateState } from '../../../shared/ipc/shapes.ts';
import { log } from '../lib/logger.ts';
import { readPublicKey } from './signature.ts';
import { openUpdater } from './updater.ts';
import { createUpdates, type Updates } from './updates.ts';
import { feedAddress, whyUpdatesAreOff } from './why-off.ts';

export interface OpenUpdatesOptions {
  version: string;
  /** The environment variable APPIMAGE. */
  appImage: string | undefined;
  onChange(state: UpdateState): void;
}

/** Handles updates of the running app. Does nothing before `start`. */
export function openUpdates({ version, appImage, onChange }: OpenUpdatesOptions): Updates {
  const feed = readFeed();
  const key = readKey();
  const whyOff = whyUpdatesAreOff({
    isPackaged: app.isPackaged,
    platform: process.platform,
    appImage,
    feed,
    hasKey: key !== null,
  });
  if (whyOff !== null && app.isPackaged) log('updates are off', { reason: whyOff });
  const signedFeed = feed === null || key === null ? null : { url: feedAddress(feed), key };
  return createUpdates({ app: { version, whyOff }, updater: () => openUpdater(signedFeed), onChange });
}

/** Reads the public key of updates, which scripts/desktop/packaging.mjs writes into the package. */
function readKey(): KeyObject | null {
  if (!app.isPackaged) return null;
  try {
    const manifest = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'));
    return readPublicKey(manifest.updateKey);
  } catch {
    return null;
  }
}

/** Reads the address for updates, which electron-builder writes when the package was configured with one. */
function readFeed(): string | null {
  try {
    return readFileSync(join(process.resourcesPath, 'app-update.yml'), 'utf8');
  } catch {
    return null;
  }
}
