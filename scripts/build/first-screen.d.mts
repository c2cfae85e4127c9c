import type { PluginOption } from 'vite';

/** Returns the modules of each file of the dashboard that is loaded at its own time, the first screen's first. */
export function firstScreenModules(
  root: string,
  plugins: PluginOption[],
  treeshake: object,
): Promise<Record<'first' | 'live' | 'overlays' | 'conversation' | 'dialogs', ReadonlySet<string>>>;
