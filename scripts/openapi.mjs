// Generates docs/openapi.json from the contract. `node scripts/openapi.mjs` writes it; with --check it only
// compares and fails on a difference.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const committed = join(root, 'docs/openapi.json');

await build(() => undefined, { only: ['server'] });
const made = execFileSync(process.execPath, [join(root, 'dist/server/openapi.js')], { encoding: 'utf8' });
const known = existsSync(committed) ? readFileSync(committed, 'utf8') : '';

if (!process.argv.includes('--check')) {
  writeFileSync(committed, made);
} else if (made !== known) {
  console.error('docs/openapi.json does not match the contract. Run: node scripts/openapi.mjs');
  process.exit(1);
}
