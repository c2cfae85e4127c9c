// `npm run models:pull -- <id>`: fetches a model of the catalog into models/, resuming where it broke off.
// `npm run models:build -- tiny|random-3b [file]`: writes one of the models that can be made here.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setupOrExit } from './setup.mjs';

const PROBE_MS = 15_000;
const folder = fileURLToPath(new URL('../models', import.meta.url));
const [command, name, target] = process.argv.slice(2);
const commands = { pull, build };

if (!(command in commands)) fail('What shall be done? npm run models:pull, or npm run models:build.');
await setupOrExit();
await commands[command]();

async function pull() {
  const { models } = JSON.parse(readFileSync(join(folder, 'catalog.json'), 'utf8'));
  const model = models.find((one) => one.id === name);
  if (!model) {
    const lines = models.map((one) => {
      const size = `${(one.approximateBytes / 1e9).toFixed(1)} GB, needs ${(one.memoryBytes / 1e9).toFixed(1)} GB of memory`;
      return `  ${one.id.padEnd(30)} ${one.name}: ${size}; ${one.license}; ${one.strengths}`;
    });
    fail(`Which model? One of:\n${lines.join('\n')}`);
  }
  const path = join(folder, model.file);
  if (existsSync(path)) {
    console.log(`${path} is there already.`);
    return tellHow(path);
  }
  await requireAnswer(model.source);
  const { createModelDownloader, readGgufFileInfo } = await import('node-llama-cpp');
  // In a folder of its own until it is whole and has been looked at.
  const drafts = join(folder, '.pulling');
  mkdirSync(drafts, { recursive: true });
  const downloader = await createModelDownloader({
    modelUri: model.source,
    dirPath: drafts,
    fileName: model.file,
    showCliProgress: true,
    // A broken-off download stays, and the next one goes on from there.
    deleteTempFileOnCancel: false,
  });
  requireSpace(downloader.totalSize - downloader.downloadedSize);
  const draft = await downloader.download();
  const [size, expected] = [statSync(draft).size, downloader.totalSize];
  const isWhole = size === expected && (await readGgufFileInfo(draft).then(Boolean, () => false));
  if (!isWhole) {
    rmSync(draft, { force: true });
    fail(`What came is no whole model (${size} of ${expected} bytes): it was deleted. Try again.`);
  }
  renameSync(draft, path);
  tellHow(path);
}

async function build() {
  const { BUILDABLE_MODELS } = await import('../dist/server/build-model.js');
  const make = BUILDABLE_MODELS[name];
  if (!make) fail(`Which model? One of: ${Object.keys(BUILDABLE_MODELS).join(', ')}.`);
  const path = resolve(target ?? join(folder, `${name}.gguf`));
  mkdirSync(dirname(path), { recursive: true });
  make(path);
  console.log(`Wrote ${path} (${(statSync(path).size / 1e6).toFixed(1)} MB).`);
  tellHow(path);
}

/** The downloader would try for ever. */
async function requireAnswer(source) {
  const answer = await fetch(source, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_MS) }).catch(
    (error) =>
      fail(`${source} cannot be reached (${error.cause?.code ?? error.message}): check the network.`),
  );
  if (!answer.ok) fail(`${source} answers ${answer.status}: the model may have moved.`);
}

function requireSpace(bytes) {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free > bytes * 1.05) return;
  fail(
    `${(bytes / 1e9).toFixed(1)} GB are needed and ${(free / 1e9).toFixed(1)} GB are free: make room in ${folder}.`,
  );
}

function tellHow(path) {
  console.log(`Use it with: MODEL_PATH=${path} npm start`);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
