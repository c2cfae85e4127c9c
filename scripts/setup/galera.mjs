// Finds or unpacks what a Galera cluster on this machine needs besides MariaDB. Installs nothing in the system.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aptUnpack } from './apt.mjs';
import { SetupError } from './progress.mjs';

/** Where this project keeps the packages of Galera. */
export const galeraFolder = fileURLToPath(new URL('../../node_modules/.cache/galera', import.meta.url));
/** Where packages put the library that replicates. */
const PROVIDERS = [
  ...['/usr/lib/galera/libgalera_smm.so', '/usr/lib/libgalera_smm.so'],
  ...['/usr/lib64/galera-4/libgalera_smm.so', '/usr/lib/galera-4/libgalera_smm.so'],
];
/** The library; the scripts that copy a node to a new one; what they call, with the libraries that may be missing. */
const PACKAGES = ['galera-4', 'mariadb-server', 'rsync', 'libpopt0', 'libxxhash0'];
const SCRIPT = 'wsrep_sst_rsync';

/**
 * Returns the Galera of this machine. What is missing is downloaded with `apt-get download`, which needs no permission, and
 * unpacked in `folder`: a package that is installed would start a database as a service.
 * @throws {SetupError} where Galera cannot be had, with the reason.
 */
export async function ensureGalera(folder) {
  if (process.platform !== 'linux') throw new SetupError('Galera runs only on Linux.');
  const unpacked = join(folder, 'packages');
  if (!isComplete(locate(unpacked)))
    await aptUnpack(
      PACKAGES,
      unpacked,
      'A Galera cluster needs the packages galera-4, mariadb-server and rsync',
    );
  const found = locate(unpacked);
  if (!isComplete(found)) throw new SetupError('The packages of Galera do not contain what a cluster needs.');
  const bin = join(folder, 'bin');
  writeRsync(bin, found.rsync, libraryFolders(unpacked));
  return { provider: found.provider, path: [bin, ...(found.scripts ? [found.scripts] : [])].join(delimiter) };
}

const isComplete = ({ provider, scripts, rsync }) => Boolean(provider && rsync && scripts !== null);

function locate(unpacked) {
  const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const own = join(unpacked, 'usr/bin');
  return {
    provider: [...PROVIDERS, join(unpacked, 'usr/lib/libgalera_smm.so')].find((file) => existsSync(file)),
    scripts: path.some((place) => existsSync(join(place, SCRIPT)))
      ? ''
      : existsSync(join(own, SCRIPT))
        ? own
        : null,
    rsync: [...path, own].map((place) => join(place, 'rsync')).find((file) => existsSync(file)),
  };
}

function libraryFolders(unpacked) {
  const root = join(unpacked, 'usr/lib');
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(root, name));
}

/**
 * Writes the `rsync` that the scripts call. As root, its daemon would become `nobody`, who may not write to the folder of a
 * node.
 */
function writeRsync(bin, program, libraries) {
  mkdirSync(bin, { recursive: true });
  const file = join(bin, 'rsync');
  const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  writeFileSync(
    file,
    [
      '#!/bin/sh',
      ...(libraries.length > 0 ? [`export LD_LIBRARY_PATH=${quoted(libraries.join(':'))}`] : []),
      'if [ "$1" = --daemon ]; then',
      '  shift',
      `  exec ${quoted(program)} --daemon --dparam=uid="$(id -u)" --dparam=gid="$(id -g)" "$@"`,
      'fi',
      `exec ${quoted(program)} "$@"`,
      '',
    ].join('\n'),
  );
  chmodSync(file, 0o755);
  try {
    execFileSync(file, ['--version'], { stdio: 'ignore' });
  } catch {
    throw new SetupError('rsync, which copies a node of Galera to a new one, does not run on this machine.');
  }
}
