import { place } from '../desktop/desktop.ts';
import { localStore } from './local-store.ts';
import { createOfflineCache } from './offline-cache.ts';
import { openOfflineDb } from './offline-db.ts';

const name = place && `switchboard.offline.${place.id}`;

/** The cache of this window's workspace. A browser stores nothing, because the computer may be shared. */
export const offlineCache = createOfflineCache(
  name === null ? null : (onLost) => openOfflineDb(name, onLost),
  localStore,
);
