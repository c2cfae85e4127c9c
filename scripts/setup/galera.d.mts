import type { GaleraPrograms } from '../galera/cluster.mjs';

export const galeraFolder: string;
/** For tests that start a Galera cluster. */
export function ensureGalera(folder: string): Promise<GaleraPrograms>;
