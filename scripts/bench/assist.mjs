// The budget of the assistant: what the inbox shows at once, the first word after a click, what a caller of the API notices,
// what a day of arrivals costs, and what guessing saves when a text is corrected. Everything beside the same without it.
// `--model file` measures another model than the tiny one, `--only inbox,warm` some parts, `--open 3`
// fewer conversations and `--text 60` shorter corrections.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { arrivals, callers, corrections, warm } from './assist-engine.mjs';
import { inbox } from './assist-inbox.mjs';

const PARTS = { warm, callers, arrivals, corrections };
const dist = fileURLToPath(new URL('../../dist/server', import.meta.url));

/** Runs the benchmark and prints the results. */
export async function bench(args) {
  const { values } = parseArgs({
    args,
    options: {
      model: { type: 'string' },
      rounds: { type: 'string', default: '7' },
      open: { type: 'string', default: '30' },
      text: { type: 'string', default: '240' },
      only: { type: 'string', default: ['inbox', ...Object.keys(PARTS)].join(',') },
    },
  });
  const only = values.only.split(',');
  if (only.includes('inbox')) await inbox();
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  try {
    const modelPath = values.model ? resolve(values.model) : await tinyModel(folder);
    const about = values.model ? '' : ', random weights: only ratios and numbers of tokens say something';
    console.log(`model: ${basename(modelPath)}${about}`);
    const parts = Object.entries(PARTS).filter(([name]) => only.includes(name));
    for (const [, part] of parts)
      await part({
        entry: join(dist, 'inference-engine.js'),
        modelPath,
        rounds: Number(values.rounds),
        open: Number(values.open),
        text: Number(values.text),
        cache: { folder: join(folder, 'prompt-cache'), bytes: 8 * 1_024 ** 3, ageMs: 3_600_000 },
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tinyModel(folder) {
  const { BUILDABLE_MODELS } = await import(join(dist, 'build-model.js'));
  const path = join(folder, 'tiny.gguf');
  BUILDABLE_MODELS.tiny(path);
  if (!existsSync(path)) throw new Error('the tiny model was not built');
  return path;
}
