// Generates docs/openapi.json from the contract. `node scripts/openapi.mjs` writes it; with --check it only
// compares, and fails on a difference or when the document breaks the promise to clients of the last release
// (decision 0293). With --release it makes the document the released one.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { breakingChanges, slimDocument } from './openapi/breaking-changes.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const committed = join(root, 'docs/openapi.json');

await build(() => undefined, { only: ['server'] });
const made = execFileSync(process.execPath, [join(root, 'dist/server/openapi.js')], {
  encoding: 'utf8',
  // Above a megabyte, which is Node's limit.
  maxBuffer: 64e6,
});
const known = existsSync(committed) ? readFileSync(committed, 'utf8') : '';

const released = join(root, 'docs/released/openapi.json');
const slim = slimDocument(JSON.parse(made));

if (process.argv.includes('--release')) {
  writeFileSync(released, `${JSON.stringify(slim, null, 1)}\n`);
}
if (!process.argv.includes('--check')) {
  writeFileSync(committed, made);
} else if (made !== known) {
  console.error('docs/openapi.json does not match the contract. Run: node scripts/openapi.mjs');
  process.exit(1);
}
const broken = breakingChanges(JSON.parse(readFileSync(released, 'utf8')), slim);
if (broken.length > 0) {
  console.error(
    `The public API offers less than the last release. Old clients would fail:\n${broken.join('\n')}`,
  );
  process.exit(1);
}
