import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const ENTRY = fileURLToPath(new URL('../../renderer/main.tsx', import.meta.url));

/**
 * Returns the modules that the browser needs before it shows anything. A module counts only if code of it is
 * left, which is known after a build: this makes one, without chunks of our own, and does not write it.
 */
export async function firstScreenModules(root, plugins, treeshake) {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins,
    build: { write: false, minify: false, target: 'es2022', rolldownOptions: { treeshake } },
  });
  const chunks = new Map();
  for (const { output } of Array.isArray(built) ? built : 'output' in built ? [built] : [])
    for (const chunk of output) chunks.set(chunk.fileName, chunk);
  const entry = [...chunks.values()].find((chunk) => chunk.moduleIds?.includes(ENTRY));
  const files = new Set(entry ? [entry.fileName] : []);
  // The set grows while it is iterated.
  for (const file of files) for (const imported of chunks.get(file)?.imports ?? []) files.add(imported);
  return new Set([...files].flatMap((file) => chunks.get(file)?.moduleIds ?? []));
}
