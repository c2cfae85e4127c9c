import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';

/**
 * Starts the app with the computer, hidden in the tray. Linux desktops read a file; Electron knows the others.
 * @param appImage the file to start when the app runs out of one: its own path is a mount that ends with it.
 */
export function setStartAtLogin(isWanted: boolean, appImage: string | undefined): void {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: isWanted, args: ['--hidden'] });
    return;
  }
  const folder = join(app.getPath('appData'), 'autostart');
  const file = join(folder, 'switchboard.desktop');
  if (!isWanted) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, desktopEntry(appImage ?? app.getPath('exe')));
}

/** A freedesktop.org autostart entry; the path is quoted as its specification asks. */
function desktopEntry(executable: string): string {
  const quoted = `"${executable.replace(/(["`$\\])/g, '\\$1')}"`;
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Switchboard',
    `Exec=${quoted} --hidden`,
    `Path=${homedir()}`,
    '',
  ].join('\n');
}
