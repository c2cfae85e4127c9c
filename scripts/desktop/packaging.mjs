// electron-builder, as this project uses it. The settings are in electron-builder.yml; here is what depends
// on the call.
import { build, Platform } from 'electron-builder';
import { SetupError } from '../setup/progress.mjs';
import { writeAppManifest } from './app-manifest.mjs';

export const SYSTEMS = { linux: Platform.LINUX, win: Platform.WINDOWS, mac: Platform.MAC };

/**
 * Packages what the build left in `dist`.
 * @param systems keys of SYSTEMS.
 * @param updateUrl where the packages will look for updates; none makes packages that do not look.
 * @param overrides settings that win over electron-builder.yml.
 * @param inspect gets what an installer would be made of, before the tool for it is fetched; answering true
 * leaves it at that. For tests.
 * @returns the files that were made.
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

/** A package that installs what it downloads must be able to tell by whom that was made. */
function updates(address) {
  if (!address) return {};
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:') {
    throw new SetupError(
      'SWITCHBOARD_UPDATE_URL must be an https address, such as https://updates.example.com/desktop.',
    );
  }
  return { publish: { provider: 'generic', url: address }, forceCodeSigning: true };
}
