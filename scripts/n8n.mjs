// Builds the n8n package in dist/n8n, as n8n loads it: a CommonJS file for each node, named after its class.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDependencies, npm } from './setup/dependencies.mjs';
import { createProgress } from './setup/progress.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'integrations/n8n');
const output = join(root, 'dist/n8n');
const FILES = {
  'switchboard.node.ts': 'nodes/Switchboard/Switchboard.node.js',
  'switchboard-trigger.node.ts': 'nodes/Switchboard/SwitchboardTrigger.node.js',
  'switchboard-api.credentials.ts': 'credentials/SwitchboardApi.credentials.js',
};

await ensureDependencies(root, createProgress(process.stdout));
const { rolldown } = await import('rolldown');
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
for (const [input, name] of Object.entries(FILES)) {
  const bundle = await rolldown({ input: join(source, 'src', input), platform: 'node', logLevel: 'warn' });
  await bundle.write({ file: join(output, 'dist', name), format: 'cjs' });
  await bundle.close();
}
cpSync(join(root, 'renderer/public/favicon.svg'), join(output, 'dist/nodes/Switchboard/switchboard.svg'));
for (const name of ['package.json', 'README.md']) cpSync(join(source, name), join(output, name));
const [command, ...args] = npm();
execFileSync(command, [...args, 'pack', '--silent'], { cwd: output, shell: command.endsWith('.cmd') });
const packed = readdirSync(output).find((name) => name.endsWith('.tgz'));
renameSync(join(output, packed), join(output, 'n8n-nodes-switchboard.tgz'));
