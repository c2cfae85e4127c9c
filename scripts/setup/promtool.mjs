// Fetches the program that checks alert rules, for the tests of docs/alerts.yml. Installs nothing in the system: the package
// that has it would start Prometheus as a service.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aptUnpack } from './apt.mjs';

const folder = fileURLToPath(new URL('../../node_modules/.cache/prometheus', import.meta.url));

/** Returns the path of promtool. @throws {SetupError} where it cannot be had, with the reason. */
export async function ensurePromtool() {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), folder];
  const found = folders.map((place) => join(place, 'promtool')).find((path) => existsSync(path));
  if (found) return found;
  const unpacked = join(folder, 'packages');
  await aptUnpack(
    ['prometheus'],
    unpacked,
    'The tests of the alert rules need promtool, of the package prometheus',
  );
  renameSync(join(unpacked, 'usr/bin/promtool'), join(folder, 'promtool'));
  rmSync(unpacked, { recursive: true });
  return join(folder, 'promtool');
}
