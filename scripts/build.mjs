// Builds the targets whose sources have changed: server and desktop (rolldown), renderer (vite), client,
// reference. `node scripts/build.mjs [--force]`; setup.mjs imports `build` and prints its progress.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildClient } from './build/client.mjs';
import { compressFolder } from './build/compress.mjs';
import { ensureDependencies } from './setup/dependencies.mjs';
import { createProgress } from './setup/progress.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const targets = [
  {
    name: 'server',
    sources: [
      'shared',
      'server',
      'models/tools',
      'models/catalog.json',
      'package.json',
      'package-lock.json',
      'scripts/build.mjs',
    ],
    output: 'dist/server',
    run: buildServer,
  },
  {
    name: 'dashboard',
    sources: ['shared', 'renderer', 'package-lock.json', 'scripts/build.mjs', 'scripts/build'],
    output: 'dist/renderer',
    run: buildRenderer,
  },
  {
    name: 'client',
    sources: ['client', 'package.json', 'package-lock.json', 'scripts/build.mjs', 'scripts/build'],
    output: 'dist/client',
    run: buildClient,
  },
  {
    name: 'reference',
    sources: [
      ...['integrators', 'recipes', 'inference', 'errors', 'limits', 'changelog'].map(
        (name) => `docs/${name}.md`,
      ),
      'docs/openapi.json',
      'docs/released',
      'integrations',
      'vendor/scalar',
      'scripts/build.mjs',
      'scripts/build',
      'scripts/docs',
      'scripts/integrations',
      'scripts/openapi',
    ],
    output: 'dist/reference',
    // It uses a package, which may not be installed yet.
    run: async (...given) => (await import('./build/reference.mjs')).buildReference(...given),
  },
];

/** Separate, because starting the server does not need it. */
const desktopTarget = {
  name: 'desktop',
  sources: ['shared', 'electron', 'package.json', 'package-lock.json', 'scripts/build.mjs'],
  output: 'dist/electron',
  run: buildDesktop,
};

/**
 * Builds every target whose sources have changed since its last build. `say(line)` reports progress,
 * `desktop` adds the desktop's bundles, `only` limits the build to the named targets.
 */
export async function build(say, { force = false, desktop = false, only } = {}) {
  const wanted = desktop ? [...targets, desktopTarget] : targets;
  for (const target of wanted.filter(({ name }) => !only || only.includes(name))) {
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
    await replaceFolder(join(root, target.output), target.run);
    writeFileSync(stamp, digest);
    say(`Built the ${target.name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
}

/** Builds into a new folder and then swaps it in, so that a failed build keeps the old output. */
async function replaceFolder(output, run) {
  const draft = `${output}.${process.pid}.draft`;
  const old = `${output}.${process.pid}.old`;
  mkdirSync(dirname(output), { recursive: true });
  try {
    await run(draft);
    if (existsSync(output)) renameSync(output, old);
    renameSync(draft, output);
  } finally {
    for (const folder of [draft, old]) rmSync(folder, { recursive: true, force: true });
  }
}

async function buildServer(output) {
  const { rolldown } = await import('rolldown');
  const { output: target, ...input } = serverBundle(output);
  const bundle = await rolldown(input);
  await bundle.write(target);
  await bundle.close();
}

/** Returns the rolldown configuration of the server: one file for each process, and shared chunks. */
export function serverBundle(output) {
  const entries = {
    main: 'server/main.ts',
    launcher: 'server/launcher/main.ts',
    watchdog: 'server/db/local-mariadb/watchdog.ts',
    inference: 'server/inference/main.ts',
    'inference-engine': 'server/inference/engine/main.ts',
    'inference-host': 'server/inference/host/main.ts',
    'model-download': 'server/inference/download/main.ts',
    // For `npm run models:pull`.
    'pull-model': 'server/inference/download/index.ts',
    'image-decoder': 'server/features/media/images/main.ts',
    sandbox: 'server/sandbox/main.ts',
    admin: 'server/admin.ts',
    openapi: 'server/openapi.ts',
    // For setup.mjs, which looks for a database server before our other code can run.
    'find-database': 'server/db/local-mariadb/find-database-server.ts',
    // For `npm run models:build` and the benchmarks.
    'build-model': 'models/tools/build-model.ts',
    // For the benchmarks and the launcher's tests, which are plain Node.
    'local-mariadb': 'server/db/local-mariadb/index.ts',
  };
  return {
    cwd: root,
    input: entries,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[a-zA-Z]:\\/.test(id),
    logLevel: 'warn',
    output: { dir: output, format: 'esm', sourcemap: true, entryFileNames: '[name].js' },
  };
}

/** Builds main and preload as one file each, because a sandboxed preload cannot load other files. */
async function buildDesktop(output) {
  const { rolldown } = await import('rolldown');
  for (const name of ['main', 'preload']) {
    const bundle = await rolldown({
      cwd: root,
      input: { [name]: `electron/${name}/index.ts` },
      platform: 'node',
      // The package has no node_modules. The two after it are native and optional to `ws`.
      external: ['electron', 'bufferutil', 'utf-8-validate'],
      logLevel: 'warn',
    });
    await bundle.write({ dir: output, format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false });
    await bundle.close();
  }
  cpSync(join(root, 'electron/resources/tray'), join(output, 'resources/tray'), { recursive: true });
  cpSync(join(root, 'electron/resources/icons/256x256.png'), join(output, 'resources/icon.png'));
}

async function buildRenderer(output) {
  const { build: viteBuild } = await import('vite');
  const configFile = join(root, 'renderer/vite.config.ts');
  // For Vite, NODE_ENV has priority. Under `npm run dev` and in tests it would build React's development
  // version, which contains paths of this machine, and the next `npm start` would use it.
  const given = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await viteBuild({ configFile, logLevel: 'warn', build: { outDir: output, emptyOutDir: true } });
    await compressFolder(output);
  } finally {
    if (given === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = given;
  }
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
  await ensureDependencies(root, createProgress(process.stdout));
  await build((line) => console.log(line), { force: process.argv.includes('--force'), desktop: true });
}
