// Generates docs/openapi.json from the contract. `node scripts/openapi.mjs` writes it; with --check it only
// compares, and fails on a difference or when the document breaks the promise to clients of a release
// (decision 0293). With --release it makes the document the released one, and keeps the one before.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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

const releases = join(root, 'docs/released');
const released = join(releases, 'openapi.json');
const slim = slimDocument(JSON.parse(made));

if (process.argv.includes('--release')) {
  const before = JSON.parse(readFileSync(released, 'utf8'));
  if (before.info.version === slim.info.version)
    throw new Error('The release needs a version of its own: see server/openapi/info.ts');
  renameSync(released, join(releases, `openapi-${before.info.version}.json`));
  writeFileSync(released, `${JSON.stringify(slim, null, 1)}\n`);
}
if (!process.argv.includes('--check')) {
  writeFileSync(committed, made);
} else if (made !== known) {
  console.error('docs/openapi.json does not match the contract. Run: node scripts/openapi.mjs');
  process.exit(1);
}
const broken = readdirSync(releases).flatMap((file) =>
  breakingChanges(JSON.parse(readFileSync(join(releases, file), 'utf8')), slim),
);
if (broken.length > 0) {
  console.error(`The public API offers less than a release. Old clients would fail:\n${broken.join('\n')}`);
  process.exit(1);
}
