import type { PluginOption } from 'vite';

/** Returns the modules that the browser needs before it shows anything. */
export function firstScreenModules(
  root: string,
  plugins: PluginOption[],
  treeshake: object,
): Promise<ReadonlySet<string>>;
