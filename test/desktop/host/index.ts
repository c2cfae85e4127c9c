import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DesktopHost } from './desktop-host.ts';
import { electronHost } from './electron-host.ts';
import { standInHost } from './stand-in-host.ts';

export type { DesktopHost, LaunchOptions, RunningDesktop } from './desktop-host.ts';

const builtMain = fileURLToPath(new URL('../../../dist/electron/main.cjs', import.meta.url));

/** Returns the real Electron if its binary is installed, else the stand-in. Logs which one. */
export function desktopHost(mainFile = builtMain): DesktopHost {
  const binary = electronBinary();
  console.log(
    `desktop tests run in ${binary ? 'Electron' : 'the stand-in, because Electron is not installed'}`,
  );
  return binary ? electronHost(binary, mainFile) : standInHost(mainFile);
}

/** Looks up the path directly, because the package's own function would download the binary. */
function electronBinary(): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const note = join(folder, 'path.txt');
  if (!existsSync(note)) return null;
  const path = join(folder, 'dist', readFileSync(note, 'utf8').trim());
  return existsSync(path) ? path : null;
}
