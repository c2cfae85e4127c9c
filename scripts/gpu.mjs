// `npm run gpu`: installs the engine build for this machine's GPU, in the version that package.json pins.
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from './setup/dependencies.mjs';
import { downloadPackages, installGpuBuild, tryGpuBuild } from './setup/gpu-build.mjs';
import { createProgress, SetupError } from './setup/progress.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const progress = createProgress(process.stdout);
try {
  await ensureDependencies(root, progress);
  const { getLlamaGpuTypes } = await import('node-llama-cpp');
  const { platform, arch } = process;
  const found = await installGpuBuild(root, {
    machine: { platform, arch, types: await getLlamaGpuTypes('supported') },
    download: (folder, packages) =>
      progress.step(`Downloading ${packages.join(' and ')}`, () => downloadPackages(folder, packages)),
    tryBuild: (type) => progress.step('Loading the build', () => tryGpuBuild(type)),
    say: progress.say,
  });
  progress.say(`The engine uses ${found} from its next start. Run this again after updating packages.`);
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error);
  process.exitCode = 1;
}
