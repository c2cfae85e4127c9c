import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RolldownOptions, rolldown } from 'rolldown';
import { makeScratch, removeScratch } from './scratch.ts';

const require = createRequire(import.meta.url);

/** Scripts for processes that read no TypeScript, in a folder of their own. */
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

/** Bundles what the host needs; less than a second. */
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
    // The bundle lies outside the project, where Node would not find it.
    paths: { undici: require.resolve('undici') },
  });
  await build.close();
}
