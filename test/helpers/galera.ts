import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type GaleraCluster,
  type GaleraPrograms,
  startGaleraCluster,
} from '../../scripts/galera/cluster.mjs';
import { ensureGalera, galeraFolder } from '../../scripts/setup/galera.mjs';
import { fastFolder } from './fast-folder.ts';

/** Returns Galera's programs; where they cannot be had, the sentence that says why. */
export async function findGalera(): Promise<GaleraPrograms | string> {
  try {
    return await ensureGalera(galeraFolder);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Starts three database nodes with data of their own, which `stop` deletes. */
export async function startTestGalera(programs: GaleraPrograms): Promise<GaleraCluster> {
  const folder = mkdtempSync(join(fastFolder(), 'switchboard-galera-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const cluster = await startGaleraCluster({ folder, programs, isDurable: false });
    return {
      nodes: cluster.nodes,
      stop: async () => {
        await cluster.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
