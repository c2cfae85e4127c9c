import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Marks the position of the fuses in Electron's program. Electron's constant. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** The fuses of Electron 45, in wire order: `1` on, `0` off. */
const SHIPPED = { version: 1, fuses: '10110001' };

/**
 * Creates a folder that electron-builder accepts as an unpacked Electron: the packaging is real, the program
 * is not, because Electron cannot be downloaded where the tests run.
 */
export function makeStandInElectron(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-electron-'));
  mkdirSync(join(folder, 'resources'));
  mkdirSync(join(folder, 'locales'));
  const wire = Buffer.from([SHIPPED.version, SHIPPED.fuses.length, ...Buffer.from(SHIPPED.fuses)]);
  const program = Buffer.concat([Buffer.from(`program ${SENTINEL}`), wire, Buffer.from(' more program')]);
  writeFileSync(join(folder, 'electron'), program, { mode: 0o755 });
  writeFileSync(join(folder, 'version'), version);
  writeFileSync(join(folder, 'LICENSE'), 'the licence of Electron');
  writeFileSync(join(folder, 'LICENSES.chromium.html'), 'the licences of Chromium');
  writeFileSync(join(folder, 'locales/en-US.pak'), '');
  return folder;
}

const FUSES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
] as const;

/** Reads the fuses of a program, with the names of electron-builder.yml. */
export function readFuses(program: Buffer): Record<string, boolean> {
  const start = program.indexOf(SENTINEL) + SENTINEL.length + 2;
  return Object.fromEntries(
    FUSES.map((name, index) => [name, String.fromCharCode(program[start + index] ?? 0) === '1']),
  );
}
