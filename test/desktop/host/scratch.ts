import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'switchboard-desktop-host-';

/** A folder for as long as this process runs. Those of processes that were killed go when the next is made. */
export function makeScratch(): string {
  for (const name of readdirSync(tmpdir())) {
    const [pid] = name.startsWith(PREFIX) ? name.slice(PREFIX.length).split('-', 1) : [];
    if (pid && !isRunning(Number(pid))) removeScratch(join(tmpdir(), name));
  }
  return mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

export function removeScratch(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else is one all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
