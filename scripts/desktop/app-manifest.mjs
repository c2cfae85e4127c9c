// The desktop's package.json, next to its bundles in `dist`, which Electron reads at startup in a clone and
// in a package. The project's own package.json has scripts and dependencies that are not needed there.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes `dist/package.json`.
 * @param updateKey the public key that signs the updates of an AppImage.
 */
export function writeAppManifest(root, { updateKey } = {}) {
  const ours = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = {
    name: ours.name,
    productName: 'Switchboard',
    version: ours.version,
    description: ours.description,
    license: ours.license,
    // The same as in the project, because Node also reads it for the server's bundles.
    type: ours.type,
    main: 'electron/main.cjs',
    // Connects the window with its menu entry on Linux.
    desktopName: 'switchboard.desktop',
    ...(updateKey && { updateKey }),
  };
  writeFileSync(join(root, 'dist/package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
