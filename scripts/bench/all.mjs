// One report of all benchmarks: runs them one after the other, keeps the results as it goes, and writes docs/performance.md.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readCommit, readMachine } from './report/machine.mjs';
import { reportPage } from './report/page.mjs';
import { PARTS } from './report/parts.mjs';
import { endRunning, runPart } from './report/run-part.mjs';

/** What a quick run may take in all; parts that are left then are not run. */
const QUICK_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const entry = join(root, 'scripts/bench.mjs');

/**
 * Runs the parts and writes the page. `--quick` makes each small, in ten minutes in all, and writes another page; `--only a,b`
 * runs some parts again and keeps the other results; `--resume` runs those that have no whole result of this commit; `--page` runs
 * none and writes the page of the results that there are. `--out file` writes another page, with results of its own;
 * `--model file` is for inference, instead of the tiny model; `--data folder` keeps the data of the parts that can do so.
 */
export async function bench(args = []) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      resume: { type: 'boolean', default: false },
      page: { type: 'boolean', default: false },
      out: { type: 'string' },
      model: { type: 'string' },
      data: { type: 'string' },
    },
  });
  const isQuick = values.quick;
  const page = resolve(values.out ?? join(root, isQuick ? '.cache/bench/quick.md' : 'docs/performance.md'));
  // Beside the page, so that the parts can be run on different days and from different clones.
  const kept = `${page.replace(/\.md$/, '')}.json`;
  const only = values.only?.split(',');
  const unknown = only?.filter((name) => !PARTS.some((part) => part.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(
      `No such part: ${unknown.join(', ')}. There are: ${PARTS.map(({ name }) => name).join(', ')}.`,
    );
  const commit = readCommit();
  const keepsOthers = values.page || values.resume || only !== undefined;
  const results = keepsOthers ? readResults(kept) : {};
  const isDone = ({ name }) => {
    const known = results[name];
    return known?.state === 'done' && known.commit === commit && known.isQuick === isQuick;
  };
  const chosen = values.page
    ? []
    : PARTS.filter((part) => (!only || only.includes(part.name)) && !(values.resume && isDone(part)));
  const machine = await readMachine();
  const write = () => {
    const causes = JSON.parse(readFileSync(new URL('./report/causes.json', import.meta.url), 'utf8'));
    save(kept, resultsText(results));
    save(page, `${reportPage({ machine, parts: PARTS, results, causes })}\n`);
  };
  stopWithSignals();
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-report-'));
  try {
    write();
    const endAt = isQuick ? performance.now() + QUICK_MS : Number.POSITIVE_INFINITY;
    for (const part of chosen) {
      const limitMs = Math.min(
        (isQuick ? part.quickLimit : part.limit) * MINUTE_MS,
        endAt - performance.now(),
      );
      if (limitMs < MINUTE_MS / 10) {
        console.log(`\n${part.name} is not run: the ten minutes of a quick run are over.`);
        continue;
      }
      const options = isQuick ? part.quick : part.args;
      const model = part.needsModel ? ['--model', values.model ?? (await tinyModel(folder))] : [];
      const data = part.keepsData && values.data ? ['--data', join(resolve(values.data), part.name)] : [];
      console.log(
        `\n${part.name} ${options.join(' ')} (at most ${(limitMs / MINUTE_MS).toFixed(1)} minutes)`,
      );
      const result = await runPart([entry, part.name, ...options, ...model, ...data], { limitMs });
      results[part.name] = {
        ...result,
        isQuick,
        commit,
        machine,
        args: [...options, ...model.map((word) => basename(word))],
      };
      console.log(
        `${part.name}: ${result.state} after ${result.seconds.toFixed(0)} s, ${result.rows.length} rows`,
      );
      write();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`\nThe page is ${page}; the results are ${kept}.`);
  const failed = chosen.filter(({ name }) => results[name]?.state !== 'done');
  if (failed.length > 0) {
    console.error(`Without a whole result: ${failed.map(({ name }) => name).join(', ')}. The page says why.`);
    process.exitCode = 1;
  }
}

function readResults(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** Returns the results as JSON, with a line for each part: a change shows which was measured again. */
function resultsText(results) {
  const lines = Object.entries(results).map(([name, result]) => `"${name}": ${JSON.stringify(result)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Replaces a file as a whole, so that a run that is stopped leaves the one before. */
function save(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
}

function stopWithSignals() {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])
    process.once(signal, () => {
      endRunning();
      process.exit(code);
    });
}

async function tinyModel(folder) {
  const { BUILDABLE_MODELS } = await import('../../dist/server/build-model.js');
  const path = join(folder, 'tiny.gguf');
  if (!existsSync(path)) BUILDABLE_MODELS.tiny(path);
  return path;
}
