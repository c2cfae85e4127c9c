import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };

/** The desktop app's configuration, read once at startup. */
export interface DesktopConfig {
  version: string;
  /** The built renderer, next to the main bundle both in the package and in a clone. */
  rendererFolder: string;
  preload: string;
  resources: string;
  /** The server that the connect screen suggests, if one runs on this computer. */
  offeredServer: string | null;
  /** Started at login: stays in the tray. */
  isHidden: boolean;
  /** How long a hidden place stays loaded. */
  idleMs: number;
  /** Whether pages can be opened in Chromium's developer tools. Not in a release, unless it is asked for. */
  hasDeveloperTools: boolean;
  /** The AppImage file, when the app runs from one. */
  appImage: string | undefined;
}

const IDLE_MINUTES = 15;

/** @param environment SWITCHBOARD_SERVER: the suggested server; SWITCHBOARD_IDLE_MS: for tests. */
export function readDesktopConfig(
  bundleFolder: string,
  isPackaged: boolean,
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
    hasDeveloperTools: !isPackaged || argv.includes('--developer-tools'),
    appImage: environment.APPIMAGE,
  };
}
