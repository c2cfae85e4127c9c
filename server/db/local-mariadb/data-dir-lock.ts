import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { OperatorError } from './operator-error.ts';
import { createPrivateFile, ensurePrivateFolder, readIfThere, writePrivateFile } from './private-files.ts';
import { isRunning, ownIdentity } from './process-identity.ts';
import { runFolder } from './process-record.ts';

const Served = z.object({
  publicUrl: z.string(),
  port: z.number().int(),
  graphUrl: z.string(),
  graphVersion: z.string(),
  sandboxEnabled: z.boolean(),
  embeddedDatabase: z.boolean(),
});

/** The settings of a running server that a command running next to it must share. */
export type Served = z.infer<typeof Served>;

/*
 * The lock is the file `run/lock-<n>` with the highest n. A process that finds it stale or released creates
 * n+1, which only one process can do, and then checks again: a slow process whose number is no longer the
 * highest withdraws. The highest file is never removed, so two processes cannot both have the lock.
 */
const Holder = z.object({
  pid: z.number().int(),
  started: z.string(),
  since: z.string(),
  address: z.string(),
  purpose: z.enum(['serve', 'command']),
  released: z.boolean(),
  /** Set once it is known. */
  served: Served.optional(),
});

/** The holder of a data folder: a launcher that serves, or a command that has started its own database. */
export type LockHolder = z.infer<typeof Holder>;

/** Proof that only this process uses the folder. The embedded database requires it. */
export interface DataDirLock {
  readonly dataDir: string;
  /** Writes the settings of this server, for commands that run next to it. */
  announce(served: Served): void;
  release(): void;
}

interface LockOptions {
  address: string;
  purpose: LockHolder['purpose'];
  /** Milliseconds to wait for an operator's command that is using the folder. */
  patienceMs?: number;
}

/**
 * Locks the data folder for this process. Takes over the lock of a process that has died.
 * @throws {OperatorError} `data_dir_in_use`, with the holder, when another process has the lock.
 */
export async function lockDataDir(path: string, options: LockOptions): Promise<DataDirLock> {
  const dataDir = resolve(path);
  ensurePrivateFolder(dataDir);
  const folder = runFolder(dataDir);
  const deadline = performance.now() + (options.patienceMs ?? 30_000);
  for (;;) {
    const highest = highestOf(folder);
    const holder = readHolder(folder, highest);
    if (holder && isHeld(holder)) {
      if (holder.purpose === 'serve' || performance.now() > deadline) throw inUseError(dataDir, holder);
      await sleep(50);
      continue;
    }
    let mine = asHolder(options);
    const number = highest + 1;
    if (!createPrivateFile(fileOf(folder, number), JSON.stringify(mine))) continue;
    if (highestOf(folder) !== number) {
      rmSync(fileOf(folder, number), { force: true });
      continue;
    }
    for (const older of numbersOf(folder)) if (older < number) rmSync(fileOf(folder, older), { force: true });
    return {
      dataDir,
      announce: (served) => {
        mine = { ...mine, served };
        writePrivateFile(fileOf(folder, number), JSON.stringify(mine));
      },
      release: () => writePrivateFile(fileOf(folder, number), JSON.stringify({ ...mine, released: true })),
    };
  }
}

/** Returns the live holder of a data folder, or null when it is free. Does not take the lock. */
export function holderOf(path: string): LockHolder | null {
  const folder = join(resolve(path), 'run');
  const holder = readHolder(folder, highestOf(folder));
  return holder && isHeld(holder) ? holder : null;
}

function asHolder(options: LockOptions): LockHolder {
  return {
    ...ownIdentity(),
    since: new Date().toISOString(),
    address: options.address,
    purpose: options.purpose,
    released: false,
  };
}

function isHeld(holder: LockHolder): boolean {
  return !holder.released && isRunning(holder);
}

function inUseError(dataDir: string, holder: LockHolder): OperatorError {
  const since = `${holder.since.slice(0, 19).replace('T', ' ')} UTC`;
  const who =
    holder.purpose === 'serve'
      ? `Switchboard is already running on ${dataDir}: process ${holder.pid}, since ${since}, at ${holder.address}.`
      : `A Switchboard command is using ${dataDir}: process ${holder.pid}, since ${since}.`;
  return new OperatorError('data_dir_in_use', `${who} Stop it first, or set another DATA_DIR.`);
}

function fileOf(folder: string, number: number): string {
  return join(folder, `lock-${number}`);
}

function numbersOf(folder: string): number[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const found = /^lock-(\d+)$/.exec(name);
      return found?.[1] ? [Number(found[1])] : [];
    });
  } catch {
    return [];
  }
}

function highestOf(folder: string): number {
  return Math.max(0, ...numbersOf(folder));
}

function readHolder(folder: string, number: number): LockHolder | null {
  const text = number > 0 ? readIfThere(fileOf(folder, number)) : null;
  if (!text) return null;
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
