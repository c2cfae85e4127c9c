import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { untilRecorded } from './launcher.ts';
import type { Stack } from './stack.ts';

/** Longer than anything needs from its commit to its answer: what is lost was acknowledged long ago. */
const LOST_MS = 3_000;

/**
 * Kills the database as on a machine that does not keep what was committed: after the restart, its files are as they
 * were some seconds before. The files are copied while it is stopped, so they are what a crash at that time leaves.
 */
export async function killAndForget({ databaseDir }: Stack): Promise<number> {
  const tables = join(databaseDir, 'mariadb');
  const earlier = join(databaseDir, 'earlier');
  const lost = join(databaseDir, 'lost');
  const pid = await untilRecorded(databaseDir, 'mariadbd');
  process.kill(pid, 'SIGSTOP');
  cpSync(tables, earlier, { recursive: true });
  process.kill(pid, 'SIGCONT');
  await sleep(LOST_MS);
  process.kill(pid, 'SIGSTOP');
  renameSync(tables, lost);
  renameSync(earlier, tables);
  process.kill(pid, 'SIGKILL');
  rmSync(lost, { recursive: true, force: true });
  return pid;
}
