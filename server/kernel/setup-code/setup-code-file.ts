import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readIfThere, writePrivateFile } from '../../db/local-mariadb/private-files.ts';
import { newSetupCode, readSetupCode } from './setup-code.ts';

/** Returns the file that holds the setup code of a data folder. */
export function setupCodePath(dataDir: string): string {
  return join(resolve(dataDir), 'setup-code');
}

/** Returns the setup code of a data folder; null when it is missing or incomplete. */
export function storedSetupCode(dataDir: string): string | null {
  return readSetupCode(readIfThere(setupCodePath(dataDir)) ?? '');
}

/**
 * Returns the setup code of a data folder; writes a new one (mode 0600) when there is none.
 * @throws the error of the file system when the folder cannot be written.
 */
export function ensureSetupCode(dataDir: string): string {
  const known = storedSetupCode(dataDir);
  if (known !== null) return known;
  mkdirSync(resolve(dataDir), { recursive: true, mode: 0o700 });
  const code = newSetupCode();
  writePrivateFile(setupCodePath(dataDir), `${code}\n`);
  return code;
}

/** Removes the setup code of a data folder, if there is one. */
export function removeSetupCode(dataDir: string): void {
  rmSync(setupCodePath(dataDir), { force: true });
}
