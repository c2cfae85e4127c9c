import type { PluginOption } from 'vite';

/**
 * Returns the modules that the browser needs before it shows anything, those of the live updates, of what appears above the page, and those
 * that open a conversation.
 */
export function firstScreenModules(
  root: string,
  plugins: PluginOption[],
  treeshake: object,
): Promise<Record<'first' | 'live' | 'overlays' | 'conversation', ReadonlySet<string>>>;
