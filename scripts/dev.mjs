// `npm run dev`: the server rebuilt and restarted on every change, the dashboard by Vite, one terminal.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serverBundle } from './build.mjs';
import { setupOrExit } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.env.NODE_ENV ??= 'development';
await setupOrExit();
// What the watcher writes is no finished build: the next start makes its own.
rmSync(`${root}dist/.server.stamp`, { force: true });

const { runLauncher } = await import('../dist/server/launcher.js');
const { watch } = await import('rolldown');
let running = null;
const watcher = watch(serverBundle(`${root}dist/server`));
watcher.on('event', (event) => {
  if (event.code === 'ERROR') console.error(`build   │ ${event.error.message}`);
  if (event.code !== 'BUNDLE_END') return;
  event.result.close();
  if (running) console.log('build   │ rebuilt; starting the server again');
  running?.restart();
});

// Vite ends when its standard input closes, so it cannot outlive us.
const vite = spawn(
  process.execPath,
  [
    `${root}node_modules/vite/bin/vite.js`,
    '--config',
    `${root}renderer/vite.config.ts`,
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
  },
});
vite.kill();
await watcher.close();
process.exit(code);
