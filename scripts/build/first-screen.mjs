import { join } from 'node:path';
import { build } from 'vite';

/** What is loaded one after the other: the list, then the code of a conversation, while the browser is idle. */
const ENTRIES = ['main.tsx', 'features/inbox/thread/thread-pane.tsx'];

/**
 * Returns the modules that the browser needs before it shows anything, and those that it needs in addition to open a
 * conversation. A module counts only if code of it is left, which is known after a build: this makes one, without
 * chunks of our own, and does not write it.
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
  const [first, conversation] = ENTRIES.map((name) => reachable(chunks, join(root, name)));
  return { first, conversation: new Set([...conversation].filter((id) => !first.has(id))) };
}

/** Returns the modules of the chunk of an entry, and of what it imports at once. */
function reachable(chunks, path) {
  const entry = [...chunks.values()].find((chunk) => chunk.moduleIds?.includes(path));
  if (!entry) throw new Error(`The build has no module ${path}.`);
  const files = new Set([entry.fileName]);
  // The set grows while it is iterated.
  for (const file of files) for (const imported of chunks.get(file)?.imports ?? []) files.add(imported);
  return new Set([...files].flatMap((file) => chunks.get(file)?.moduleIds ?? []));
}
