import type { Plugin } from 'vite';

/** Replaces the contract by the methods and paths of its routes in the built dashboard. */
export function contractRoutes(): Plugin;
