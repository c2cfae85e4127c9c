import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ensurePrivateFolder, readIfThere, writePrivateFile } from './private-files.ts';
import { endProcess, isRunning, type ProcessIdentity } from './process-identity.ts';

/** The processes that a launcher starts, which `kill -9` may leave behind. */
export type ProcessName = 'watchdog' | 'mariadbd' | ChildName | 'cluster';
/** Those that end with the launcher. The database ends after them, in its own way. */
export type ChildName = 'api' | `api-${number}` | 'sandbox' | 'inference' | 'redis' | 'balancer';

const CHILD_RECORD = /^(api(?:-\d+)?|sandbox|inference|redis|balancer)\.json$/;

const RecordSchema = z.object({
  pid: z.number().int().positive(),
  started: z.string().min(1),
  port: z.number().int().optional(),
  socketFolder: z.string().optional(),
});

/** The record of a process that we have started. */
export type ProcessRecord = z.infer<typeof RecordSchema>;

/** Returns the folder for data that is valid only while we run. */
export function runFolder(dataDir: string): string {
  const folder = join(dataDir, 'run');
  ensurePrivateFolder(folder);
  return folder;
}

/** Returns the path of a process's record. */
export function recordPath(dataDir: string, name: ProcessName): string {
  return join(runFolder(dataDir), `${name}.json`);
}

/** Writes the record of a process, so that the next start can stop it if we cannot. */
export function writeRecord(path: string, record: ProcessIdentity & Partial<ProcessRecord>): void {
  writePrivateFile(path, `${JSON.stringify(record)}\n`);
}

/** Reads the record of a process; null when it is missing or invalid. */
export function readRecord(dataDir: string, name: ProcessName): ProcessRecord | null {
  const text = readIfThere(join(dataDir, 'run', `${name}.json`));
  if (!text) return null;
  try {
    return RecordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Returns the processes, other than the database, that are recorded in a data folder. */
export function recordedChildren(dataDir: string): ChildName[] {
  return readdirSync(runFolder(dataDir)).flatMap((file) => {
    const name = CHILD_RECORD.exec(file)?.[1];
    return name === undefined ? [] : [name as ChildName];
  });
}

/**
 * Stops a process that an earlier run left behind, and removes its record.
 * @returns whether there was a process to stop.
 */
export async function endRecorded(dataDir: string, name: ProcessName, graceMs: number): Promise<boolean> {
  const record = readRecord(dataDir, name);
  const found = record !== null && isRunning(record);
  if (found) await endProcess(record, graceMs);
  rmSync(recordPath(dataDir, name), { force: true });
  return found;
}
