import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type PluginOption } from 'vite';

type Treeshake = NonNullable<BuildOptions['rolldownOptions']>['treeshake'];

const ENTRY = fileURLToPath(new URL('../main.tsx', import.meta.url));

/** A chunk of a build, as far as it is read here. */
interface Chunk {
  type: 'chunk' | 'asset';
  fileName: string;
  facadeModuleId?: string | null;
  imports?: string[];
  moduleIds?: string[];
}

/**
 * Returns the modules that the browser needs before it shows anything. A module counts only if code of it is
 * left, which is known after a build: this makes one, without chunks of our own, and does not write it.
 */
export async function firstScreenModules(
  root: string,
  plugins: PluginOption[],
  treeshake: Treeshake,
): Promise<ReadonlySet<string>> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins,
    build: { write: false, minify: false, target: 'es2022', rolldownOptions: { treeshake } },
  });
  const chunks = new Map<string, Chunk>();
  for (const { output } of Array.isArray(built) ? built : 'output' in built ? [built] : [])
    for (const chunk of output as readonly Chunk[]) chunks.set(chunk.fileName, chunk);
  const entry = [...chunks.values()].find((chunk) => chunk.moduleIds?.includes(ENTRY));
  const files = new Set(entry ? [entry.fileName] : []);
  // The set grows while it is iterated.
  for (const file of files) for (const imported of chunks.get(file)?.imports ?? []) files.add(imported);
  return new Set([...files].flatMap((file) => chunks.get(file)?.moduleIds ?? []));
}
