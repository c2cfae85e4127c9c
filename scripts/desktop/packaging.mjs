// Runs electron-builder. The settings are in electron-builder.yml, except those that depend on the call.
import { build, Platform } from 'electron-builder';
import { SetupError } from '../setup/progress.mjs';
import { writeAppManifest } from './app-manifest.mjs';

export const SYSTEMS = { linux: Platform.LINUX, win: Platform.WINDOWS, mac: Platform.MAC };

/**
 * Packages the build in `dist`.
 * @param systems keys of SYSTEMS.
 * @param updateUrl where the packages look for updates; without it, they do not check for updates.
 * @param overrides settings that override electron-builder.yml.
 * @param inspect for tests: receives the installer's computed options before its tool is downloaded.
 * Returning true skips creating the installer.
 * @returns the created files.
 */
export async function packageDesktop(root, { systems, updateUrl, overrides = {}, inspect }) {
  writeAppManifest(root);
  return build({
    projectDir: root,
    targets: new Map(systems.flatMap((system) => [...SYSTEMS[system].createTarget()])),
    publish: 'never',
    effectiveOptionComputed: inspect,
    config: { extends: 'electron-builder.yml', ...updates(updateUrl), ...overrides },
  });
}

/** Returns the update settings. Packages that update must be signed, to verify what they download. */
function updates(address) {
  if (!address) return {};
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:') {
    throw new SetupError(
      'SWITCHBOARD_UPDATE_URL must be an https address, such as https://updates.example.com/desktop.',
    );
  }
  return { publish: { provider: 'generic', url: address }, forceCodeSigning: true };
}
