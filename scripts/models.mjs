// `npm run models:pull -- <id>`: fetches a model of the catalog into models/, resuming where it broke off.
// `npm run models:build -- tiny|random-3b [file]`: writes one of the models that can be made here.
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PullError, pullModel } from './models/pull.mjs';
import { setupOrExit } from './setup.mjs';

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
  try {
    let shown = -1;
    const onProgress = (share) => {
      const percent = Math.floor(share * 100);
      if (percent === shown) return;
      shown = percent;
      // One line that changes in a terminal, one in ten in a log.
      if (process.stdout.isTTY) process.stdout.write(`\r${model.file}: ${percent} %`);
      else if (percent % 10 === 0) console.log(`${model.file}: ${percent} %`);
    };
    const { path, isNew } = await pullModel(model, folder, { onProgress });
    if (process.stdout.isTTY && isNew) process.stdout.write('\n');
    if (!isNew) console.log(`${path} is there already.`);
    tellHow(path);
  } catch (error) {
    if (!(error instanceof PullError)) throw error;
    fail(error.message);
  }
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

function tellHow(path) {
  console.log(`Use it with: MODEL_PATH=${path} npm start`);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
