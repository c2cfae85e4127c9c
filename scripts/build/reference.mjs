// Builds the reference page at /docs: Scalar's browser build, our settings for it, and compressed copies of
// both. The folder's name is a hash of the files, so browsers can cache them indefinitely.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { compressFolder, filesUnder } from './compress.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scalar = join(root, 'vendor/scalar/standalone.js.gz');
/** The checksum of that file; see vendor/scalar/README.md. */
const SCALAR_SHA256 = '6a0ed777c400b043c6139380feb657ab720bb602585dd9becb1d9ca5f0980179';
const page = join(root, 'scripts/build/reference');

export async function buildReference(output) {
  const draft = join(output, 'assets', 'draft');
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'standalone.js'), await scalarBuild());
  for (const name of ['start.js', 'page.css', 'guide.css']) cpSync(join(page, name), join(draft, name));

  const files = filesUnder(draft);
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(draft.length)).update('\0').update(readFileSync(file));
  await compressFolder(draft);
  const digest = hash.digest('hex').slice(0, 16);
  renameSync(draft, join(output, 'assets', digest));
  const fill = (name, parts) =>
    readFileSync(join(page, name), 'utf8').replace(/\{(\w+)\}/g, (_, part) => parts[part]);
  const assets = `/docs/assets/${digest}`;
  writeFileSync(join(output, 'index.html'), fill('page.html', { assets }));
  writeFileSync(join(output, 'guide.html'), fill('guide.html', { assets, guide: await guide() }));
}

/**
 * Returns Scalar's browser build. @throws when the file in the repository is not the one that was checked in.
 */
async function scalarBuild() {
  const compressed = readFileSync(scalar);
  const digest = createHash('sha256').update(compressed).digest('hex');
  if (digest !== SCALAR_SHA256) throw new Error('vendor/scalar/standalone.js.gz has an unexpected checksum');
  return promisify(gunzip)(compressed);
}

/** Returns the guide as HTML, with an id for each heading. Removes comments, which are for its test. */
async function guide() {
  const { marked } = await import('marked');
  const source = readFileSync(join(root, 'docs/integrators.md'), 'utf8').replace(/^<!--.*?-->\n/gms, '');
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = text
          .toLowerCase()
          .replace(/[^a-z0-9 -]/g, '')
          .replaceAll(' ', '-');
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // Code can be wider than a phone, and must be scrollable by keyboard.
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    },
  });
  return marked
    .parse(source)
    .replaceAll('<table>', '<table tabindex="0">')
    .replaceAll('href="openapi.json"', 'href="/api/v1/openapi.json"');
}

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
