// `npm run desktop`: builds, downloads Electron on first use, and opens the desktop app with the arguments
// after `--`. Runs until the app quits or Ctrl-C.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeAppManifest } from './desktop/app-manifest.mjs';
import { ensureElectron } from './desktop/electron-binary.mjs';
import { createProgress } from './setup/progress.mjs';
import { setupOrExit } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const server = process.env.SWITCHBOARD_SERVER ?? `http://127.0.0.1:${process.env.PORT ?? 4000}`;

await setupOrExit({ desktop: true, database: false });
writeAppManifest(root);
const electron = await electronOrExit();
if (!(await isResponding())) {
  console.log(
    `No server responds at ${server}: run \`npm start\` in another terminal, or connect to another server.`,
  );
}
process.exit(await runElectron());

async function electronOrExit() {
  try {
    return await ensureElectron(root, createProgress(process.stdout), server);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

async function isResponding() {
  try {
    return (await fetch(new URL('/healthz', server), { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** @returns Electron's exit code; 0 when we stopped it. */
function runElectron() {
  const env = { ...process.env, SWITCHBOARD_SERVER: server };
  // Editors set it in their terminals. It makes Electron run as plain Node.
  delete env.ELECTRON_RUN_AS_NODE;
  let child;
  let isStopping = false;
  // Registered before the start, because a Ctrl-C right after it would leave Electron running.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // The second signal kills it.
      child.kill(isStopping ? 'SIGKILL' : 'SIGTERM');
      isStopping = true;
    });
  }
  child = spawn(electron, [join(root, 'dist'), ...process.argv.slice(2)], { stdio: 'inherit', env });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`Electron could not be started: ${error.message}`);
      resolve(1);
    });
    child.once('close', (code) => resolve(isStopping ? 0 : (code ?? 1)));
  });
}
