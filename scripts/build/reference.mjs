// Builds the documentation at /docs: the reference (Scalar's browser build with our settings), the pages of the
// guide, and their texts for programs. Scripts and styles are in a folder named by their content, so that browsers
// can cache them indefinitely.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { errorCatalogue, eventCatalogue, withUnreleased } from '../docs/catalogues.mjs';
import { llmsText } from '../docs/llms.mjs';
import { renderPage } from '../docs/render.mjs';
import { samplesOf } from '../docs/snippets.mjs';
import { operationsOf } from '../integrations/operations.mjs';
import { additions, slimDocument } from '../openapi/breaking-changes.mjs';
import { compressFolder, filesUnder } from './compress.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scalar = join(root, 'vendor/scalar/standalone.js.gz');
/** The checksum of that file; see vendor/scalar/README.md. */
const SCALAR_SHA256 = '6a0ed777c400b043c6139380feb657ab720bb602585dd9becb1d9ca5f0980179';
const templates = join(root, 'scripts/build/reference');
const docs = (name) => readFileSync(join(root, 'docs', name), 'utf8');

/** The pages beside the reference, in the order of the navigation. */
const PAGES = [
  {
    name: 'guide',
    title: 'Guide',
    about: 'First call, the most common tasks, webhooks, retries, versioning',
  },
  { name: 'recipes', title: 'Recipes', about: 'Complete answers to common tasks' },
  { name: 'inference', title: 'Inference', about: 'The model of the server in the format of OpenAI’s API' },
  { name: 'errors', title: 'Errors', about: 'Every error code with its cause and what to do' },
  { name: 'events', title: 'Events', about: 'Every webhook event with an example' },
  { name: 'limits', title: 'Limits', about: 'Rate limits and sizes' },
  { name: 'changelog', title: 'Changelog', about: 'What is new in each version' },
];

/** Files for other programs, which the server provides. */
const FILES = [
  'integrations/python/switchboard.py',
  'integrations/postman/switchboard.postman_collection.json',
];

export async function buildReference(output) {
  const document = JSON.parse(docs('openapi.json'));
  const operations = operationsOf(document);
  const draft = join(output, 'assets', 'draft');
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'standalone.js'), await scalarBuild());
  writeFileSync(join(draft, 'samples.json'), JSON.stringify(samplesOf(operations)));
  for (const name of ['start.js', 'page.css', 'guide.css', 'guide.js', 'header.css']) {
    cpSync(join(templates, name), join(draft, name));
  }

  const hash = createHash('sha256');
  for (const file of filesUnder(draft)) {
    hash.update(file.slice(draft.length)).update('\0').update(readFileSync(file));
  }
  await compressFolder(draft);
  const digest = hash.digest('hex').slice(0, 16);
  renameSync(draft, join(output, 'assets', digest));
  const assets = `/docs/assets/${digest}`;

  writeFileSync(join(output, 'index.html'), fill('page.html', { assets, header: header('reference') }));
  const texts = textsOf(document, operations);
  for (const { name, title } of PAGES) {
    const { html, headings } = renderPage(texts[name], operations);
    const toc = headings.map(({ id, title: text }) => `<a href="#${id}">${text}</a>`).join('');
    const parts = { assets, title, header: header(name), toc, content: html };
    writeFileSync(join(output, `${name}.html`), fill('guide.html', parts));
    const text = texts[name].replace(/^<!--.*?-->\n*/gms, '').replaceAll('(integrators.md', '(guide.md');
    writeFileSync(join(output, `${name}.md`), text);
  }
  writeFileSync(join(output, 'llms.txt'), llmsText(PAGES, operations, document.webhooks));
  for (const file of FILES) cpSync(join(root, file), join(output, file.split('/').at(-1)));
}

/** Returns the text of each page as Markdown. */
function textsOf(document, operations) {
  const released = JSON.parse(docs('released/openapi.json'));
  return {
    guide: docs('integrators.md'),
    recipes: docs('recipes.md'),
    inference: docs('inference.md'),
    errors: errorCatalogue(operations, docs('errors.md'), docs('integrators.md')),
    events: eventCatalogue(document.webhooks, document.components.schemas),
    limits: docs('limits.md'),
    changelog: withUnreleased(docs('changelog.md'), additions(released, slimDocument(document))),
  };
}

function header(current) {
  const link = (name, address, title) =>
    `<a href="${address}"${name === current ? ' aria-current="page"' : ''}>${title}</a>`;
  const links = [
    link('reference', '/docs', 'Reference'),
    ...PAGES.map(({ name, title }) => link(name, `/docs/${name}`, title)),
  ];
  return `<header class="docs-header"><a class="brand" href="/docs/guide">Switchboard <span>Docs</span></a><nav aria-label="Documentation">${links.join('')}</nav></header>`;
}

function fill(name, parts) {
  return readFileSync(join(templates, name), 'utf8').replace(/\{(\w+)\}/g, (_, part) => parts[part]);
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
