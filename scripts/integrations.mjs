// Generates what other programs use of the public API, from the contract: the Python client, the Postman collection and
// the operations of the n8n nodes. `node
// scripts/integrations.mjs` writes the files; with --check it only compares and fails on a difference.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { n8nModule } from './integrations/n8n.mjs';
import { postmanCollection } from './integrations/postman.mjs';
import { pythonClient } from './integrations/python.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

await build(() => undefined, { only: ['server'] });
const printed = execFileSync(process.execPath, [join(root, 'dist/server/openapi.js'), '--events'], {
  encoding: 'utf8',
  maxBuffer: 64e6,
});
const document = JSON.parse(printed);
const files = {
  'integrations/python/switchboard.py': pythonClient(document),
  'integrations/n8n/src/generated.ts': n8nModule(document),
  'integrations/postman/switchboard.postman_collection.json': postmanCollection(document),
};

for (const [name, text] of Object.entries(files)) {
  const file = join(root, name);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (process.argv.includes('--check')) {
    console.error(`${name} does not match the contract. Run: node scripts/integrations.mjs`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
