// `npm run models:pull -- <id>`: downloads a model of the catalog into models/, or resumes its download.
// `npm run models:build -- tiny|random-3b [file]`: writes a model with random weights.
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setupOrExit } from './setup.mjs';

const folder = fileURLToPath(new URL('../models', import.meta.url));
const [command, name, target] = process.argv.slice(2);
const commands = { pull, build };
const RESUME = 'Run the same command again to resume.';
/** What to do after a failed download, by error code. */
const NEXT = {
  space: RESUME,
  network: RESUME,
  disk: RESUME,
  source: 'Choose another model, or set MODEL_CATALOG to your own catalog.',
  integrity: 'Run the same command again.',
  busy: 'Wait until the other download is done, or stop it first.',
};

if (!(command in commands)) fail('Choose a command: npm run models:pull, or npm run models:build.');
await setupOrExit();
await commands[command]();

async function pull() {
  const { PullError, pullModel, readCatalog } = await import('../dist/server/pull-model.js');
  const models = readCatalog(process.env.MODEL_CATALOG || undefined);
  const model = models.find((one) => one.id === name);
  if (!model) {
    const lines = models.map((one) => {
      const size = `${(one.approximateBytes / 1e9).toFixed(1)} GB, needs ${(one.memoryBytes / 1e9).toFixed(1)} GB of memory`;
      return `  ${one.id.padEnd(30)} ${one.name}: ${size}; ${one.license}; ${one.strengths}`;
    });
    fail(`Choose a model:\n${lines.join('\n')}`);
  }
  try {
    let shown = -1;
    const onProgress = ({ bytes, totalBytes }) => {
      const percent = Math.floor((bytes / totalBytes) * 100);
      if (percent === shown) return;
      shown = percent;
      // On a terminal one line that is updated; in a log a line for every 10 %.
      if (process.stdout.isTTY) process.stdout.write(`\r${model.file}: ${percent} %`);
      else if (percent % 10 === 0) console.log(`${model.file}: ${percent} %`);
    };
    const { path, isNew, sha256 } = await pullModel(model, folder, { onProgress });
    if (process.stdout.isTTY && isNew) process.stdout.write('\n');
    if (!isNew) console.log(`${path} already exists.`);
    else if (!model.sha256)
      console.log(
        `The catalog has no digest of this model. To pin what you downloaded, add "sha256": "${sha256}".`,
      );
    printUsage(path);
  } catch (error) {
    if (!(error instanceof PullError)) throw error;
    fail(`${error.message} ${NEXT[error.code]}`);
  }
}

async function build() {
  const { BUILDABLE_MODELS } = await import('../dist/server/build-model.js');
  const make = BUILDABLE_MODELS[name];
  if (!make) fail(`Choose a model: ${Object.keys(BUILDABLE_MODELS).join(', ')}.`);
  const path = resolve(target ?? join(folder, `${name}.gguf`));
  mkdirSync(dirname(path), { recursive: true });
  make(path);
  console.log(`Wrote ${path} (${(statSync(path).size / 1e6).toFixed(1)} MB).`);
  printUsage(path);
}

function printUsage(path) {
  console.log(`Use it with: MODEL_PATH=${path} npm start`);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
