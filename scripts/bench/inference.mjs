// Tokens per second and time to first token of the model's endpoint, compared with its own engine called
// directly and, with --peer, with another OpenAI-compatible server on the same model. The runs alternate.
import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chat } from './inference-chat.mjs';
import { measureClients } from './inference-clients.mjs';
import { directEngine } from './inference-engine.mjs';
import { freePort, processorMs, waitUntilReady } from './processes.mjs';
import { median, record, slug } from './results.mjs';

const SECRET_KEY = 'a benchmark secret of more than 32 characters';
const ANSWER_TOKENS = 128;
const ROUNDS = 3;
const CPU_ANSWERS = 20;
const CPU_MS = 30_000;
const SUBJECTS = ['river', 'market', 'garden', 'train'];
/** The start of a conversation that is worth caching: a few hundred tokens in most vocabularies. */
const BACKGROUND = 'The customer ordered a blue lamp in May and asks when it will arrive. '.repeat(12);

const dist = fileURLToPath(new URL('../../dist/server', import.meta.url));

/** Runs the benchmark and prints the results. */
export async function bench(args) {
  const { values } = parseArgs({
    args,
    options: {
      model: { type: 'string' },
      peer: { type: 'string' },
      tokens: { type: 'string' },
      rounds: { type: 'string' },
    },
  });
  if (!values.model) {
    console.error('Choose a model. For example: npm run bench -- inference --model models/random-3b.gguf');
    process.exit(1);
  }
  const tokens = Number(values.tokens ?? ANSWER_TOKENS);
  const rounds = Number(values.rounds ?? ROUNDS);
  const modelPath = resolve(values.model);
  const { lockDataDir, openLocalMariadb } = await import(join(dist, 'local-mariadb.js'));
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  const lock = await lockDataDir(dataDir, { address: 'a benchmark', purpose: 'serve' });
  const database = await openLocalMariadb(lock, { say: () => undefined });
  const stops = [];
  try {
    const ours = await startEndpoint({ database, modelPath, dataDir, stops });
    const direct = await directEngine(join(dist, 'inference-engine.js'), modelPath);
    stops.push(direct.stop);
    const peer = values.peer ? { url: values.peer.replace(/\/$/, ''), model: 'any', key: 'none' } : null;
    await report({ ours, direct, peer, tokens, rounds });
    await measureClients({ ours, peer, rounds });
  } finally {
    for (const stop of stops) stop();
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function report({ ours, direct, peer, tokens, rounds }) {
  const ask = (messages) => ({ messages, max_tokens: tokens, temperature: 0.7 });
  console.log(`answers of ${tokens} tokens, ${rounds} alternating rounds; medians`);
  await chat(ours, ask(storyAbout('lighthouse')));
  await direct.chat(storyAbout('lighthouse'), tokens);
  if (peer) await chat(peer, ask(storyAbout('lighthouse')));

  const targets = Object.entries({ ours, peer }).filter(([, target]) => target !== null);
  const kinds = {
    single: { direct: () => direct.chat(storyAbout('lighthouse'), tokens) },
    four: { direct: () => together((messages) => direct.chat(messages, tokens)) },
    turns: {},
  };
  for (const [name, target] of targets) {
    kinds.single[name] = () => chat(target, ask(storyAbout('lighthouse')));
    kinds.four[name] = () => together((messages) => chat(target, ask(messages)));
    kinds.turns[name] = () => twoTurns(target);
  }
  const [single, four, turns] = [{}, {}, {}];
  for (let round = 0; round < rounds; round += 1) {
    // Directly after each other, with a rotating start, so that other load affects all equally.
    for (const [kind, runs] of Object.entries({ single, four, turns })) {
      const names = Object.keys(kinds[kind]);
      for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
        runs[name] = [...(runs[name] ?? []), await kinds[kind][name]()];
      }
    }
  }
  const speed = (runs) => median(runs.map((run) => run.tokens / (run.ms / 1_000)));
  const first = (runs) => median(runs.map((run) => run.firstMs));
  line(
    '1 request',
    `${speed(single.ours).toFixed(1)} tokens/s, first token ${first(single.ours).toFixed(0)} ms`,
  );
  line(
    '4 requests',
    `${speed(four.ours).toFixed(1)} tokens/s in all, first tokens after ${first(four.ours).toFixed(0)} ms`,
  );
  const [before, after] = [median(turns.ours.map((one) => one[0])), median(turns.ours.map((one) => one[1]))];
  line('second turn', `first token ${after.toFixed(0)} ms, ${before.toFixed(0)} ms in the first turn`);
  const perToken = (run) => run.ms / run.tokens;
  const overhead = (runs) => `${((ratio(runs.ours, runs.direct, perToken) - 1) * 100).toFixed(1)} %`;
  keepOverhead('1 request', single);
  keepOverhead('4 requests', four);
  line('HTTP, key and counting', `${overhead(single)} over the engine called directly`);
  line('the same with 4 requests', overhead(four));
  const cpu = await frontCpu(ours, () => ask(storyAbout('lighthouse')));
  line(
    'CPU of HTTP, key and counting',
    cpu === null ? 'not available on this system' : `${cpu.toFixed(3)} ms a token`,
  );
  const bytes = await residentBytes(ours);
  record({ id: 'inference/memory', name: 'memory of the engine', unit: 'GB', ours: bytes / 1e9 });
  line('memory of the engine', `${(bytes / 1e9).toFixed(2)} GB`);
  if (!peer) return;
  const speedOf = (run) => run.tokens / run.ms;
  comparePeer('1 request', single, speedOf, { atLeast: 1 });
  comparePeer('4 requests', four, speedOf, { atLeast: 1.2 });
  comparePeer('first tokens of 4', four, (run) => run.firstMs);
  comparePeer('first turn', turns, ([first]) => first);
  comparePeer('second turn', turns, ([, second]) => second, { atMost: 1.1 });
}

/** Keeps what HTTP, key and counting add to the engine called directly. */
function keepOverhead(name, { ours, direct }) {
  const speed = (runs) => median(runs.map((run) => run.tokens / (run.ms / 1_000)));
  const ratios = ours.map((run, index) => run.ms / run.tokens / (direct[index].ms / direct[index].tokens));
  record({
    ...{ id: `inference/direct/${slug(name)}`, name: `time per token, ${name}`, unit: 'tokens/s' },
    ...{ ours: speed(ours), floor: speed(direct), beside: 'the engine called directly' },
    ...{ ratio: median(ratios), rounds: ratios, aim: { figure: 'ratio', atMost: 1.02 } },
    ms: { p50: median(ours.map((run) => run.firstMs)) },
  });
}

function comparePeer(name, runs, figure, aim) {
  const values = (side) => median(side.map(figure));
  record({
    ...{ id: `inference/peer/${slug(name)}`, name: `${name}, beside the peer`, unit: '' },
    ...{ ours: values(runs.ours), floor: values(runs.peer), beside: 'the peer' },
    ...{ ratio: ratio(runs.ours, runs.peer, figure) },
    rounds: runs.ours.map((run, index) => figure(run) / figure(runs.peer[index])),
    ...(aim && { aim: { figure: 'ratio', ...aim } }),
  });
  line(`ratio to the peer, ${name}`, ratios(runs, figure));
}

/** Returns the ratio of ours to the peer's: the median, and that of each round. */
function ratios({ ours, peer }, figure) {
  const rounds = ours.map((run, index) => (figure(run) / figure(peer[index])).toFixed(2));
  return `${ratio(ours, peer, figure).toFixed(2)} (${rounds.join(' ')})`;
}

function ratio(ours, others, figure) {
  return median(ours.map((run, index) => figure(run) / figure(others[index])));
}

/** Runs four different requests at once. Returns total tokens, total time and median first token. */
async function together(ask) {
  const started = performance.now();
  const runs = await Promise.all(SUBJECTS.map((subject) => ask(storyAbout(subject))));
  return {
    tokens: runs.reduce((sum, run) => sum + run.tokens, 0),
    ms: performance.now() - started,
    firstMs: median(runs.map((run) => run.firstMs)),
  };
}

/** Part of each prompt, because the peer may have cached the prompts of an earlier run. */
const RUN = Date.now();
let stories = 0;

/**
 * Returns a prompt with a unique beginning, so that no cached prefix applies. `twoTurns` measures caching.
 */
function storyAbout(subject) {
  stories += 1;
  return [{ role: 'user', content: `${stories}-${RUN}: write a short story about a ${subject}.` }];
}

/** Sends a long first turn and a short second turn. Returns the time to first token of each. */
async function twoTurns(target) {
  const opening = [{ role: 'user', content: `Case ${Date.now()}. ${BACKGROUND}` }];
  const one = await chat(target, { messages: opening, max_tokens: 16 });
  const next = [
    ...opening,
    { role: 'assistant', content: one.text },
    { role: 'user', content: 'And by train?' },
  ];
  const two = await chat(target, { messages: next, max_tokens: 16 });
  return [one.firstMs, two.firstMs];
}

async function startEndpoint({ database, modelPath, dataDir, stops }) {
  const environment = { ...process.env, DATABASE_URL: database.url, SECRET_KEY, DATA_DIR: dataDir };
  const admin = (...args) =>
    JSON.parse(
      execFileSync(process.execPath, [join(dist, 'admin.js'), ...args, '--json'], {
        env: environment,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
  const owner = ['--owner-email', 'bench@example.test', '--owner-password', 'correct horse battery'];
  const { tenantId } = admin('tenant', 'create', '--name', 'Bench', ...owner);
  const { key } = admin('inference-key', 'create', '--tenant', tenantId, '--name', 'bench');
  const port = await freePort();
  const child = fork(join(dist, 'inference.js'), [], {
    env: {
      ...environment,
      INFERENCE_PORT: String(port),
      MODEL_PATH: modelPath,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_INFERENCE_PER_MINUTE: '1000000',
    },
  });
  stops.push(() => child.kill('SIGTERM'));
  const root = `http://127.0.0.1:${port}`;
  await waitUntilReady({ url: `${root}/health`, headers: {} }, 180_000);
  const { model } = await (await fetch(`${root}/health`)).json();
  return { url: `${root}/v1`, root, model, key, pid: child.pid };
}

/**
 * Returns the CPU time of the front process for one token, in milliseconds: HTTP, key, counting and
 * streaming. Other load on the machine does not affect it. Null on systems without `/proc`.
 */
async function frontCpu(ours, nextBody) {
  const before = processorMs(ours.pid);
  if (before === null) return null;
  let tokens = 0;
  const until = performance.now() + CPU_MS;
  for (let index = 0; index < CPU_ANSWERS && performance.now() < until; index += 1) {
    tokens += (await chat(ours, nextBody())).tokens;
  }
  return (processorMs(ours.pid) - before) / tokens;
}

async function residentBytes({ root }) {
  const text = await (await fetch(`${root}/metrics`)).text();
  return Number(/^inference_resident_bytes (\S+)$/m.exec(text)?.[1] ?? 0);
}

function line(name, value) {
  console.log(`${name.padEnd(38)} ${value}`);
}
