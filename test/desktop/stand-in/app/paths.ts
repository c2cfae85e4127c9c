import { mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setting } from '../setting.ts';

const paths = new Map<string, string>([
  ['home', homedir()],
  ['appData', join(setting.userData, 'system')],
  ['userData', setting.userData],
  ['sessionData', setting.userData],
  ['temp', tmpdir()],
  ['exe', process.execPath],
  ['module', process.execPath],
  ['downloads', setting.downloads],
  ['desktop', join(homedir(), 'Desktop')],
  ['documents', join(homedir(), 'Documents')],
  ['logs', join(setting.userData, 'logs')],
  ['crashDumps', join(setting.userData, 'Crashpad')],
]);
mkdirSync(setting.userData, { recursive: true });

export function getPath(name: string): string {
  const path = paths.get(name);
  if (path === undefined) throw new Error(`Failed to get '${name}' path`);
  return path;
}

export function setPath(name: string, path: string): void {
  getPath(name);
  paths.set(name, path);
}
