import type { Plugin } from 'vite';

/** Removes the styles of Mantine's components that no script of the build uses. */
export function usedStyles(): Plugin;
