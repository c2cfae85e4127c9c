// Runs one benchmark in its own process, with a time limit, and returns its rows and how it ended.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

/** What is kept of the output of a part that fails. */
const TAIL = 1_500;
/** How long its processes may take to end after a signal. */
const END_MS = 10_000;

let running = null;

/**
 * Runs `node` with these words.
 * @returns the state (`done`, `failed` or `stopped`: it ran past its limit), its rows until then, the seconds that it took, the
 * load average of a minute before and after, and the end of its output if it has not ended well.
 */
export async function runPart(words, { limitMs }) {
  // Short, because the path of the database's socket is in it and may have 100 characters.
  const folder = mkdtempSync(join(tmpdir(), 'sb-'));
  const results = join(folder, 'rows.jsonl');
  const begin = { at: new Date().toISOString(), ms: performance.now(), load: loadavg()[0] };
  let isLate = false;
  let tail = '';
  // A group of its own, so that a signal reaches what the benchmark has started.
  const child = spawn(process.execPath, words, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, BENCH_RESULTS: results, TMPDIR: folder },
  });
  running = child;
  for (const [stream, output] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])
    stream.on('data', (chunk) => {
      output.write(chunk);
      tail = (tail + chunk).slice(-TAIL);
    });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const limit = setTimeout(() => {
    isLate = true;
    endGroup(child, 'SIGTERM');
    setTimeout(() => endGroup(child, 'SIGKILL'), END_MS).unref();
  }, limitMs);
  const code = await ended;
  clearTimeout(limit);
  endGroup(child, 'SIGKILL');
  running = null;
  const rows = rowsOf(results);
  removeFolder(folder);
  const state = isLate ? 'stopped' : code === 0 ? 'done' : 'failed';
  return {
    ...{ state, rows, at: begin.at, seconds: (performance.now() - begin.ms) / 1_000 },
    load: { begin: begin.load, end: loadavg()[0] },
    ...(state !== 'done' && { error: tail.trim() }),
  };
}

/** Ends what is running now, for when the report itself is stopped. */
export function endRunning() {
  if (running) endGroup(running, 'SIGTERM');
}

function endGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nothing of it is running any more.
  }
}

/** Removes the data of a part. After a stop, its database may still be ending and writing for up to 40 seconds. */
function removeFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  } catch (error) {
    console.error(`${folder} was not removed (${error.code}). Remove it yourself.`);
  }
}

function rowsOf(path) {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // A process that was killed may have left half a line, which is the last one.
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}
