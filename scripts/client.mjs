// Generates client/generated from the contract: types from the OpenAPI document, and a function for each
// operation. `node scripts/client.mjs` writes the files; with --check it only compares and fails on a
// difference.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { errorCodesOf } from './client/error-codes.mjs';
import { resourcesOf } from './client/resources.mjs';
import { typesOf } from './client/types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'client/generated');
const HEADER = '// Made by scripts/client.mjs from the contract. Do not edit.\n\n';

await build(() => undefined, { only: ['server'] });
const printed = execFileSync(process.execPath, [join(root, 'dist/server/openapi.js'), '--events'], {
  encoding: 'utf8',
  maxBuffer: 64e6,
});
const document = JSON.parse(printed);

const draft = mkdtempSync(join(tmpdir(), 'switchboard-client-'));
try {
  const files = {
    'types.ts': await typesOf(document, draft),
    'resources.ts': resourcesOf(document),
    'error-codes.ts': errorCodesOf(document),
  };
  const stale = Object.entries(files).filter(([name, text]) => readIfExists(name) !== HEADER + text);
  if (!process.argv.includes('--check')) {
    for (const [name, text] of stale) writeFileSync(join(folder, name), HEADER + text);
  } else if (stale.length > 0) {
    console.error(
      `client/generated/${stale[0]?.[0]} does not match the contract. Run: node scripts/client.mjs`,
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(draft, { recursive: true, force: true });
}

function readIfExists(name) {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
