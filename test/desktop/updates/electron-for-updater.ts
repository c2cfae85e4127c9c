import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** Creates the files of a computer where version 1.0.0 is installed as an AppImage. */
export function installedAppImage(feedUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-updates-'));
  const appImage = join(folder, 'Switchboard.AppImage');
  writeFileSync(appImage, 'version 1.0.0', { mode: 0o755 });
  const resources = join(folder, 'resources');
  mkdirSync(resources);
  writeFileSync(
    join(resources, 'app-update.yml'),
    `provider: generic\nurl: ${feedUrl}\nupdaterCacheDirName: switchboard-updater\n`,
  );
  return { folder, appImage, resources, cache: join(folder, 'cache') };
}

/**
 * Replaces the module `electron` with the parts that electron-updater needs: the app's data, and requests,
 * which Node sends. The updater itself is real.
 */
export function standInForElectron(folder: string, onQuit: () => void): void {
  const app = Object.assign(new EventEmitter(), {
    isPackaged: true,
    getVersion: () => '1.0.0',
    getName: () => 'Switchboard',
    getPath: () => join(folder, 'user-data'),
    whenReady: () => Promise.resolve(),
    quit: onQuit,
  });
  const electron = {
    app,
    autoUpdater: new EventEmitter(),
    net: {
      request: ({ session: _session, ...options }: RequestOptions & { session: unknown }) => request(options),
    },
    session: { fromPartition: () => null },
  };
  const path = require.resolve('electron');
  require.cache[path] = Object.assign(new (require('node:module'))(path), {
    loaded: true,
    exports: electron,
  });
}
