// Builds the TypeScript client as a package without dependencies: modules, declarations, and the archive that
// the server provides for `npm install <server>/docs/switchboard-client.tgz`.
import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { npm } from '../setup/dependencies.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

export const CLIENT_ARCHIVE = 'switchboard-client.tgz';

export async function buildClient(output) {
  const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', 'false', '--allowImportingTsExtensions', 'false', '--declaration'];
  await run(process.execPath, [compiler, '-p', 'client', ...options, '--outDir', output], { cwd: root });
  const manifest = {
    name: 'switchboard',
    version,
    description: `TypeScript client of Switchboard: ${description}`,
    keywords: ['switchboard', 'whatsapp', 'crm', 'api-client'],
    license: 'UNLICENSED',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    files: ['**/*.js', '**/*.d.ts', 'README.md'],
    types: './index.d.ts',
    exports: {
      './client': { types: './index.d.ts', default: './index.js' },
      './package.json': './package.json',
    },
  };
  cpSync(join(root, 'client/README.md'), join(output, 'README.md'));
  writeFileSync(join(output, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const [command, ...args] = npm();
  await run(command, [...args, 'pack', '--silent', '--pack-destination', output], {
    cwd: output,
    shell: command.endsWith('.cmd'),
  });
  const made = readdirSync(output).find((name) => name.endsWith('.tgz'));
  rmSync(join(output, CLIENT_ARCHIVE), { force: true });
  renameSync(join(output, made), join(output, CLIENT_ARCHIVE));
}
