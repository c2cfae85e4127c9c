import type { PluginOption } from 'vite';

/** Returns the modules that the browser needs before it shows anything, and those to open a conversation. */
export function firstScreenModules(
  root: string,
  plugins: PluginOption[],
  treeshake: object,
): Promise<{ first: ReadonlySet<string>; conversation: ReadonlySet<string> }>;
