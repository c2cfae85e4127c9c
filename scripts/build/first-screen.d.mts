import type { PluginOption } from 'vite';

/**
 * Returns the modules that the browser needs before it shows anything, those of what appears above the page, and those
 * that open a conversation.
 */
export function firstScreenModules(
  root: string,
  plugins: PluginOption[],
  treeshake: object,
): Promise<Record<'first' | 'overlays' | 'conversation', ReadonlySet<string>>>;
