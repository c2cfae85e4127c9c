import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ensurePrivateFolder, readIfThere, writePrivateFile } from './private-files.ts';
import { endProcess, isRunning, type ProcessIdentity } from './process-identity.ts';

/** The processes that a launcher starts, and that a `kill -9` may leave behind. */
export type ProcessName = 'watchdog' | 'mariadbd' | 'api' | 'sandbox' | 'inference';

const RecordSchema = z.object({
  pid: z.number().int().positive(),
  started: z.string().min(1),
  port: z.number().int().optional(),
  socketFolder: z.string().optional(),
});

/** What is written down about a process of ours. */
export type ProcessRecord = z.infer<typeof RecordSchema>;

/** The folder of what is only true while we run. */
export function runFolder(dataDir: string): string {
  const folder = join(dataDir, 'run');
  ensurePrivateFolder(folder);
  return folder;
}

/** Where the record of a process lies. */
export function recordPath(dataDir: string, name: ProcessName): string {
  return join(runFolder(dataDir), `${name}.json`);
}

/** Writes down a process, so that the next start can end it when we cannot. */
export function writeRecord(path: string, record: ProcessIdentity & Partial<ProcessRecord>): void {
  writePrivateFile(path, `${JSON.stringify(record)}\n`);
}

/** What was written down; null when there is nothing, or nothing that can be understood. */
export function readRecord(dataDir: string, name: ProcessName): ProcessRecord | null {
  const text = readIfThere(join(dataDir, 'run', `${name}.json`));
  if (!text) return null;
  try {
    return RecordSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Ends a process that an earlier run left behind, and forgets it.
 * @returns whether there was one to end.
 */
export async function endRecorded(dataDir: string, name: ProcessName, graceMs: number): Promise<boolean> {
  const record = readRecord(dataDir, name);
  const found = record !== null && isRunning(record);
  if (found) await endProcess(record, graceMs);
  rmSync(recordPath(dataDir, name), { force: true });
  return found;
}
