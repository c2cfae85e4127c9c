import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RolldownOptions, rolldown } from 'rolldown';
import { makeScratch, removeScratch } from './scratch.ts';

const require = createRequire(import.meta.url);

/** Bundled scripts for processes that do not read TypeScript, in a temporary folder. */
export interface Bundles {
  path(name: string): string;
  remove(): void;
}

const ENTRIES = {
  'stand-in.cjs': new URL('../stand-in/entry.ts', import.meta.url),
  'main-world.js': new URL('../stand-in/page/main-world.ts', import.meta.url),
  'isolated-world.js': new URL('../stand-in/page/isolated-world.ts', import.meta.url),
  'recorder.cjs': new URL('./recorder/electron-entry.ts', import.meta.url),
};

/** Bundles the host's scripts. Takes less than a second. */
export async function makeBundles(names: readonly (keyof typeof ENTRIES)[]): Promise<Bundles> {
  const folder = makeScratch();
  await Promise.all(names.map((name) => bundle(fileURLToPath(ENTRIES[name]), join(folder, name))));
  return {
    path: (name) => join(folder, name),
    remove: () => removeScratch(folder),
  };
}

async function bundle(input: string, file: string): Promise<void> {
  const isPageScript = file.endsWith('.js');
  const options: RolldownOptions = {
    input,
    platform: isPageScript ? 'browser' : 'node',
    external: ['electron', 'undici'],
    logLevel: 'silent',
  };
  const build = await rolldown(options);
  await build.write({
    file,
    format: isPageScript ? 'iife' : 'cjs',
    name: 'standInPage',
    // The bundle is outside the project, where Node would not find the package.
    paths: { undici: require.resolve('undici') },
  });
  await build.close();
}
