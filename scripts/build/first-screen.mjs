import { join } from 'node:path';
import { build } from 'vite';

/**
 * What is loaded one after the other: what the list needs; the live updates; what appears beside an element; the code of
 * a conversation, while the browser is idle; and dialogs.
 */
const ENTRIES = {
  first: ['main.tsx'],
  live: ['app/live/live.ts', 'app/notices/notice-layer.tsx'],
  overlays: [
    'ui/overlays/overlays.ts',
    'features/inbox/work/work-picker.tsx',
    'features/inbox/saved-views/view-options.tsx',
  ],
  conversation: [
    'features/inbox/thread/thread-pane.tsx',
    'features/inbox/thread/context-pane.tsx',
    // Its texts. Other languages need the English ones of errors too.
    'locales/en/later.ts',
  ],
  dialogs: ['ui/overlays/dialogs.ts'],
};

/**
 * Returns for each name in `ENTRIES` the modules that it needs in addition to those before it. A module counts only if
 * code of it is left, which is known after a build: this makes one, without chunks of our own, and does not write it.
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
  const known = new Set();
  const named = Object.entries(ENTRIES).map(([name, paths]) => {
    const modules = paths.flatMap((path) => [...reachable(chunks, join(root, path))]);
    const added = new Set(modules.filter((id) => !known.has(id)));
    for (const id of added) known.add(id);
    return [name, added];
  });
  return Object.fromEntries(named);
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
