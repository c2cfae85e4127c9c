import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'switchboard-desktop-host-';

/** Creates a temporary folder for this process. Removes the folders of processes that were killed. */
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
    // The process belongs to another user, but it is running.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
