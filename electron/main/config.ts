import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };

/** What the desktop app is told when it is started. */
export interface DesktopConfig {
  version: string;
  /** The built renderer, next to the main bundle both in the package and in a clone. */
  rendererFolder: string;
  preload: string;
  resources: string;
  /** The server that the connect screen offers, when the desktop was started beside one. */
  offeredServer: string | null;
  /** Started with the computer: stays in the tray. */
  isHidden: boolean;
  /** How long a place that is not looked at stays loaded. */
  idleMs: number;
  /** The file that was started, when the app runs as an AppImage. */
  appImage: string | undefined;
}

const IDLE_MINUTES = 15;

/** @param environment SWITCHBOARD_SERVER: the offered server; SWITCHBOARD_IDLE_MS: for tests. */
export function readDesktopConfig(
  bundleFolder: string,
  argv: readonly string[],
  environment: Record<string, string | undefined>,
): DesktopConfig {
  return {
    version: packageJson.version,
    rendererFolder: join(bundleFolder, '..', 'renderer'),
    preload: join(bundleFolder, 'preload.cjs'),
    resources: join(bundleFolder, 'resources'),
    offeredServer: environment.SWITCHBOARD_SERVER ?? null,
    isHidden: argv.includes('--hidden'),
    idleMs: Number(environment.SWITCHBOARD_IDLE_MS ?? IDLE_MINUTES * 60_000),
    appImage: environment.APPIMAGE,
  };
}
