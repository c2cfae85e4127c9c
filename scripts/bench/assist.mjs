// What the assistant's own requests cost a caller of the API: the time to the first token of a caller alone, beside two
// generations done ahead (class 2), and beside the same as if they were callers' (class 0). The runs alternate.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { directEngine } from './inference-engine.mjs';

const ROUNDS = 7;
const dist = fileURLToPath(new URL('../../dist/server', import.meta.url));
const LINE = 'The customer ordered a blue lamp in May and asks when it will arrive. ';

/** Runs the benchmark and prints the results. */
export async function bench(args) {
  const { values } = parseArgs({ args, options: { model: { type: 'string' }, rounds: { type: 'string' } } });
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  try {
    const modelPath = values.model ? resolve(values.model) : await tinyModel(folder);
    await classes(modelPath, Number(values.rounds ?? ROUNDS));
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

/** Measures a caller's first token beside the assistant's work. */
async function classes(modelPath, rounds) {
  const engine = await directEngine(join(dist, 'inference-engine.js'), modelPath);
  try {
    let asked = 0;
    const prompt = (lines) => {
      asked += 1;
      return [{ role: 'user', content: `Case ${asked}-${Date.now()}. ${LINE.repeat(lines)}` }];
    };
    const caller = () => engine.chat(prompt(4), 8);
    await caller();
    const kinds = {
      alone: caller,
      ahead: () => beside(engine, prompt, 2, caller),
      'without classes': () => beside(engine, prompt, 0, caller),
    };
    const runs = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      const names = Object.keys(kinds);
      const turn = round % names.length;
      for (const name of [...names.slice(turn), ...names.slice(0, turn)])
        runs[name].push(await kinds[name]());
    }
    console.log(`first token of a caller, ${rounds} alternating rounds; medians`);
    line('alone', `${median(runs.alone.map(({ firstMs }) => firstMs)).toFixed(1)} ms`);
    line('beside two requests ahead', ratio(runs.ahead, runs.alone, 'firstMs'));
    line('beside the same without classes', ratio(runs['without classes'], runs.alone, 'firstMs'));
    console.log('whole answer of the caller (8 tokens)');
    line('alone', `${median(runs.alone.map(({ ms }) => ms)).toFixed(1)} ms`);
    line('beside two requests ahead', ratio(runs.ahead, runs.alone, 'ms'));
    line('beside the same without classes', ratio(runs['without classes'], runs.alone, 'ms'));
  } finally {
    engine.stop();
  }
}

/** Runs a caller's request while one of two others writes and the other reads a long prompt. */
async function beside(engine, prompt, requestClass, caller) {
  const writing = engine.start(prompt(2), 2_000, requestClass);
  await writing.begun;
  const reading = engine.start(prompt(40), 2_000, requestClass);
  await reading.taken;
  try {
    return await caller();
  } finally {
    await Promise.all([writing.stop(), reading.stop()]);
  }
}

function ratio(runs, alone, figure) {
  const ratios = runs.map((run, index) => run[figure] / alone[index][figure]);
  const each = ratios.map((one) => one.toFixed(2)).join(' ');
  return `${median(ratios).toFixed(2)} times as long (${each})`;
}

function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function line(name, value) {
  console.log(`  ${name.padEnd(34)} ${value}`);
}
