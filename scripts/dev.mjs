// `npm run dev`: runs the server's processes, restarts them when their code changes, and starts Vite.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setupOrExit } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'dist/server');
const DASHBOARD = 'http://localhost:5173/';
/** The bundles that each process loads. */
const bundlesOf = {
  api: ['main.js'],
  sandbox: ['sandbox.js'],
  inference: ['inference.js', 'inference-engine.js', 'model-download.js'],
};

process.env.NODE_ENV ??= 'development';
process.env.MODEL_PLACEHOLDER ??= '1';
await setupOrExit();
// The watcher's output is not a complete build, so the next start must build again.
rmSync(join(root, 'dist/.server.stamp'), { force: true });

const { serverBundle } = await import('./build.mjs');
const { runLauncher } = await import('../dist/server/launcher.js');
const { watch } = await import('rolldown');
let running = null;
let built = {};
const watcher = watch(serverBundle(output));
watcher.on('event', (event) => {
  if (event.code === 'ERROR') console.error(`build   │ ${event.error.message}`);
  if (event.code !== 'BUNDLE_END') return;
  event.result.close();
  const before = built;
  built = Object.fromEntries(Object.entries(bundlesOf).map(([name, files]) => [name, digestOf(files)]));
  const changed = Object.keys(bundlesOf).filter((name) => built[name] !== before[name]);
  if (!running || changed.length === 0) return;
  console.log(`build   │ rebuilt; restarting ${changed.join(', ')}`);
  running.restart(changed);
});

// Vite ends when its standard input closes, so it cannot outlive us.
const vite = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vite/bin/vite.js'),
    '--config',
    join(root, 'renderer/vite.config.ts'),
    '--clearScreen',
    'false',
  ],
  { stdio: ['pipe', 'inherit', 'inherit'] },
);
const code = await runLauncher({
  sandbox: true,
  isUnderNpm: Boolean(process.env.npm_lifecycle_event),
  hasPrefix: true,
  onReady: (handle) => {
    running = handle;
    console.log(
      `The dashboard with hot reload: ${DASHBOARD} (the server at ${handle.address} has the last build)`,
    );
  },
});
vite.kill();
await watcher.close();
process.exit(code);

/** Returns a digest of bundles and all chunks that they import. It changes only when their code changes. */
function digestOf(files) {
  const hash = createHash('sha256');
  const seen = new Set();
  const add = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(join(output, file), 'utf8');
    hash.update(text);
    for (const [, chunk] of text.matchAll(/["']\.\/([\w.-]+\.js)["']/g)) add(chunk);
  };
  for (const file of files) add(file);
  return hash.digest('hex');
}
