import type { GaleraPrograms } from '../galera/cluster.mjs';

/** For tests that start a Galera cluster. */
export function ensureGalera(folder: string): Promise<GaleraPrograms>;
