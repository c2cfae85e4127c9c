// The package.json of the desktop, beside its bundles in `dist`: what Electron reads at the start, in the
// clone and in the package. Our own names scripts and packages that have no use there.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes `dist/package.json`. */
export function writeAppManifest(root) {
  const ours = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = {
    name: ours.name,
    productName: 'Switchboard',
    version: ours.version,
    description: ours.description,
    license: ours.license,
    // As in ours, because Node reads it for the server's bundles too.
    type: ours.type,
    main: 'electron/main.cjs',
    // Ties the window to its entry in Linux' menus.
    desktopName: 'switchboard.desktop',
  };
  writeFileSync(join(root, 'dist/package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
