// Runs electron-builder. The settings are in electron-builder.yml, except those that depend on the call.
import { join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { SetupError } from '../setup/progress.mjs';
import { writeAppManifest } from './app-manifest.mjs';
import { publicKeyOf, readKey, releaseFilesIn, signFiles } from './update-signing.mjs';

export const SYSTEMS = { linux: Platform.LINUX, win: Platform.WINDOWS, mac: Platform.MAC };

/**
 * Packages the build in `dist`.
 * @param systems keys of SYSTEMS.
 * @param updateUrl where the packages look for updates; without it, they do not check for updates.
 * @param signingKey the file of the private key that signs the updates of AppImages. They need one.
 * @param overrides settings that override electron-builder.yml.
 * @param inspect for tests: receives the installer's computed options before its tool is downloaded.
 * Returning true skips creating the installer.
 * @returns the created files.
 */
export async function packageDesktop(root, { systems, updateUrl, signingKey, overrides = {}, inspect }) {
  const updates = updateSettings(updateUrl);
  const key = updateUrl && systems.includes('linux') ? signingKeyIn(signingKey) : null;
  writeAppManifest(root, { updateKey: key && publicKeyOf(key) });
  const files = await build({
    projectDir: root,
    targets: new Map(systems.flatMap((system) => [...SYSTEMS[system].createTarget()])),
    publish: 'never',
    effectiveOptionComputed: inspect,
    config: { extends: 'electron-builder.yml', ...updates, ...overrides },
  });
  if (key) signFiles(releaseFilesIn(overrides.directories?.output ?? join(root, 'dist/packages')), [key]);
  return files;
}

/** Reads the key that signs AppImages. */
function signingKeyIn(path) {
  if (path) return readKey(path);
  throw new SetupError(
    'An AppImage that updates itself needs a key. Create one with `node scripts/sign-update.mjs --new-key <file>` and set SWITCHBOARD_UPDATE_SIGNING_KEY to the file.',
  );
}

/** Returns the update settings. Packages that update must be signed, to verify what they download. */
function updateSettings(address) {
  if (!address) return {};
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:') {
    throw new SetupError(
      'SWITCHBOARD_UPDATE_URL must be an https address, such as https://updates.example.com/desktop.',
    );
  }
  return { publish: { provider: 'generic', url: address }, forceCodeSigning: true };
}
