// Builds what is stale: the server bundles (rolldown) and the renderer (vite).
// `node scripts/build.mjs [--force]`; setup.mjs imports `build` and prints its progress.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const targets = [
  {
    name: 'server',
    sources: ['shared', 'server', 'package-lock.json', 'scripts/build.mjs'],
    output: 'dist/server',
    run: buildServer,
  },
  {
    name: 'dashboard',
    sources: ['shared', 'renderer', 'package-lock.json', 'scripts/build.mjs'],
    output: 'dist/renderer',
    run: buildRenderer,
  },
];

/** Builds every target whose sources changed since its last build. `say(line)` reports progress. */
export async function build(say, { force = false } = {}) {
  for (const target of targets) {
    const digest = digestOf(target.sources);
    const stamp = join(root, 'dist', `.${target.name}.stamp`);
    const fresh =
      !force &&
      existsSync(stamp) &&
      existsSync(join(root, target.output)) &&
      readFileSync(stamp, 'utf8') === digest;
    if (fresh) continue;
    const started = Date.now();
    say(`Building the ${target.name}…`);
    rmSync(join(root, target.output), { recursive: true, force: true });
    await target.run();
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(stamp, digest);
    say(`Built the ${target.name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
}

async function buildServer() {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    cwd: root,
    input: {
      main: 'server/main.ts',
      launcher: 'server/launcher/main.ts',
      watchdog: 'server/db/local-mariadb/watchdog.ts',
      sandbox: 'server/sandbox/main.ts',
      admin: 'server/admin.ts',
    },
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[a-zA-Z]:\\/.test(id),
    logLevel: 'warn',
  });
  await bundle.write({
    dir: join(root, 'dist/server'),
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
  });
  await bundle.close();
}

async function buildRenderer() {
  const { build: viteBuild } = await import('vite');
  await viteBuild({ configFile: join(root, 'renderer/vite.config.ts'), logLevel: 'warn' });
}

function digestOf(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesUnder(join(root, source))) {
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build((line) => console.log(line), { force: process.argv.includes('--force') });
}
