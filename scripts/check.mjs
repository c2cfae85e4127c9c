// `npm run check`: types, lint, boundaries, unused code, generated files. Runs all checks, two at a time, and
// prints the output of failed ones at the end.
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
/**
 * The compiler of TypeScript 7, which takes a fifth of the time. One checker thread: more of them check shared types
 * again. What it has found is kept beside the packages that it depends on.
 */
const types = (project) => [
  join(modules, 'typescript-native/bin/tsc'),
  ...['-p', join(root, project), '--pretty', 'false', '--checkers', '1', '--incremental'],
  ...['--tsBuildInfoFile', join(modules, `.cache/types/${project.replace('/', '-')}.tsbuildinfo`)],
];

const checks = [
  // The longest first, so that both workers finish at about the same time.
  ['types: tests', types('test')],
  ['types: renderer', types('renderer')],
  ['types: server', types('server')],
  ['lint', [join(modules, '@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '--colors=off', '.']],
  [
    'boundaries',
    [
      join(modules, 'dependency-cruiser/bin/dependency-cruise.mjs'),
      'shared',
      'server',
      'renderer',
      'electron',
      'client',
      'integrations',
      '--config',
      '.dependency-cruiser.cjs',
    ],
  ],
  ['unused', [join(modules, 'knip/bin/knip.js')]],
  ['types: shared', types('shared')],
  ['types: electron', types('electron')],
  ['types: client', types('client')],
  ['types: n8n', types('integrations/n8n')],
  ['openapi', [join(root, 'scripts/openapi.mjs'), '--check']],
  ['client', [join(root, 'scripts/client.mjs'), '--check']],
  ['integrations', [join(root, 'scripts/integrations.mjs'), '--check']],
];

/**
 * Runs every check. Returns the names of those that failed.
 * @param inBackground runs one check at a time, with low priority.
 */
export async function check(say, { inBackground = false } = {}) {
  const waiting = [...checks];
  const failed = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, args] = next;
      const { code, output, seconds } = await run(args, inBackground);
      say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      if (code !== 0) failed.push({ name, output });
    }
  };
  await Promise.all(inBackground ? [worker()] : [worker(), worker()]);
  for (const { name, output } of failed) say(`\n── ${name} ──\n${output}`);
  return failed.map((one) => one.name);
}

function run(args, inBackground) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    if (inBackground && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) =>
      resolve({ code, output, seconds: ((Date.now() - started) / 1000).toFixed(1) }),
    );
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { setup } = await import('./setup.mjs');
  await setup();
  const failed = await check((line) => console.log(line));
  process.exit(failed.length === 0 ? 0 : 1);
}
