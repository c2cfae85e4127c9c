// Installs engine builds for GPUs. package.json excludes them from the default install (decision 0224),
// because they are large and npm would download them on every machine, even without a GPU.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './dependencies.mjs';
import { run, SetupError } from './progress.mjs';

const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED/;
const SYSTEMS = { linux: 'linux', win32: 'win', darwin: 'mac' };
const TYPE_NAMES = { cuda: 'CUDA', vulkan: 'Vulkan' };

/**
 * Installs the best GPU build that works on this machine, in place of the empty package. A build that does
 * not work is removed again, and the next one is tried.
 * @param machine its `types` are what node-llama-cpp can use here, best first; `false` is the CPU.
 * @returns a description of the GPU that the engine will use.
 * @throws {SetupError} when there is no GPU to use, no build for it, or no connection.
 */
export async function installGpuBuild(root, { machine, download, tryBuild, say }) {
  const { platform, arch, types } = machine;
  if (types.includes('metal')) return 'the GPU of this Mac (Metal, part of the default install)';
  const wanted = types.filter((type) => type in TYPE_NAMES);
  if (wanted.length === 0) {
    throw new SetupError(
      'No usable GPU was found. An NVIDIA card needs its driver and the CUDA runtime 12 or 13, any other card its driver and the Vulkan loader (libvulkan1 on Debian). Nothing was changed.',
    );
  }
  const problems = [];
  for (const type of wanted) {
    const packages = packagesFor(root, `${SYSTEMS[platform] ?? platform}-${arch}-${type}`);
    if (packages.length === 0) {
      problems.push(`There is no ${TYPE_NAMES[type]} build for ${platform} on ${arch}.`);
      continue;
    }
    const missing = packages.filter((one) => versionAt(pathOf(root, one)) !== one.version);
    if (missing.length > 0) await replace(root, missing, download);
    else say(`The ${TYPE_NAMES[type]} build is already installed.`);
    try {
      return `${await tryBuild(type)} (${TYPE_NAMES[type]})`;
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      for (const one of packages) rmSync(pathOf(root, one), { recursive: true, force: true });
      problems.push(`The ${TYPE_NAMES[type]} build does not work here and was removed: ${error.message}`);
    }
  }
  throw new SetupError(`${problems.join('\n')}\nThe engine uses the CPU, as before.`);
}

/**
 * Downloads packages, each `name@version`, into `folder`/node_modules. Uses npm, with its registry, proxy,
 * cache and integrity checks.
 * @throws {SetupError} when the registry cannot be reached, or does not have them.
 */
export async function downloadPackages(folder, packages) {
  const [command, ...args] = npm();
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--omit=optional'];
  // Few retries, because the user can run the command again.
  const retries = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=2000'];
  try {
    await run(command, [...args, 'install', '--prefix', folder, ...options, ...retries, ...packages], {
      cwd: folder,
    });
  } catch (error) {
    if (!OFFLINE.test(error.message)) throw error;
    throw new SetupError(
      'The GPU build could not be downloaded: the npm registry cannot be reached. Connect this machine to the internet, or to a registry of your own (`npm config set registry`), and run the command again. Nothing was changed.',
    );
  }
}

/**
 * Loads the installed build of a type.
 * @returns the names of the cards that it found.
 * @throws {SetupError} when it cannot be loaded or finds none.
 */
export async function tryGpuBuild(type) {
  const program = fileURLToPath(new URL('./try-gpu-build.mjs', import.meta.url));
  const output = await run(process.execPath, [program, type]).catch((error) => {
    const reason = /^(?!NoBinaryFound)\w*Error: (.+)$/m.exec(error.message)?.[1];
    throw new SetupError(reason ?? 'it cannot be loaded; the driver may be missing or too old.');
  });
  const cards = JSON.parse(/^GPUs: (.+)$/m.exec(output)?.[1] ?? '[]');
  if (cards.length === 0) throw new SetupError('it finds no GPU.');
  return cards.join(', ');
}

/** Returns the packages of one build, in the versions that the installed engine requires. */
function packagesFor(root, build) {
  const engine = JSON.parse(readFileSync(join(root, 'node_modules/node-llama-cpp/package.json'), 'utf8'));
  return [build, `${build}-ext`].flatMap((name) => {
    const version = engine.optionalDependencies[`@node-llama-cpp/${name}`];
    return version === undefined ? [] : [{ name: `@node-llama-cpp/${name}`, version }];
  });
}

/** Downloads packages to a temporary folder, and moves them to node_modules when all are complete. */
async function replace(root, packages, download) {
  const folder = mkdtempSync(join(root, 'node_modules/.gpu-'));
  try {
    await download(
      folder,
      packages.map(({ name, version }) => `${name}@${version}`),
    );
    mkdirSync(join(root, 'node_modules/@node-llama-cpp'), { recursive: true });
    for (const one of packages) {
      rmSync(pathOf(root, one), { recursive: true, force: true });
      renameSync(pathOf(folder, one), pathOf(root, one));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pathOf(root, { name }) {
  return join(root, 'node_modules', name);
}

function versionAt(folder) {
  const path = join(folder, 'package.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : null;
}
