// The reference page at /docs: Scalar's browser build, our settings for it, and compressed copies of both. The files'
// folder is named after their content, so they may be kept for ever.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scalar = join(root, 'node_modules/@scalar/api-reference/dist/browser');
const page = join(root, 'scripts/build/reference');

export async function buildReference(output) {
  const draft = join(output, 'assets', 'draft');
  mkdirSync(draft, { recursive: true });
  cpSync(join(scalar, 'standalone.esm.js'), join(draft, 'standalone.esm.js'));
  cpSync(join(scalar, 'chunks'), join(draft, 'chunks'), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  });
  for (const name of ['start.js', 'page.css']) cpSync(join(page, name), join(draft, name));

  const files = filesUnder(draft);
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(draft.length)).update('\0').update(readFileSync(file));
  await Promise.all(files.map(compress));
  const digest = hash.digest('hex').slice(0, 16);
  renameSync(draft, join(output, 'assets', digest));
  const html = readFileSync(join(page, 'page.html'), 'utf8').replaceAll('{assets}', `/docs/assets/${digest}`);
  writeFileSync(join(output, 'index.html'), html);
}

async function compress(file) {
  const content = readFileSync(file);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params: quality }));
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
