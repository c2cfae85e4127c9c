import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ensurePrivateFolder, readIfThere, writePrivateFile } from '../../db/local-mariadb/private-files.ts';

const PersonSchema = z.object({
  name: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'admin', 'staff']),
  /** Null once it was removed: see `removeDemoPasswords`. */
  password: z.string().nullable(),
});

const RecordSchema = z.object({
  tenantId: z.string(),
  people: z.array(PersonSchema).min(1),
  apiKey: z.string().nullable(),
  /** The time that its history is relative to. */
  seededAt: z.coerce.date(),
});

/** The stored data of the demo workspace: its passwords and its key cannot be read from the database. */
export type DemoRecord = z.infer<typeof RecordSchema>;

/** Returns the demo workspace recorded in this data folder; null when there is none. */
export function readDemoRecord(dataDir: string): DemoRecord | null {
  try {
    return RecordSchema.parse(JSON.parse(readIfThere(pathIn(dataDir)) ?? ''));
  } catch {
    return null;
  }
}

/** Stores the record of the demo workspace, readable only by the owner of the data folder. */
export function writeDemoRecord(dataDir: string, record: DemoRecord): void {
  ensurePrivateFolder(resolve(dataDir));
  writePrivateFile(pathIn(dataDir), `${JSON.stringify(record, null, 2)}\n`);
}

/**
 * Removes the demo's passwords from this data folder, once people work with a workspace of their own. They still
 * work; `admin` and the demo's owner can set others.
 */
export function removeDemoPasswords(dataDir: string): void {
  const record = readDemoRecord(dataDir);
  if (!record?.people.some(({ password }) => password !== null)) return;
  const people = record.people.map((person) => ({ ...person, password: null }));
  writeDemoRecord(dataDir, { ...record, people });
}

/** Notes that a workspace uses a test phone, so that the launcher starts the sandbox next time. */
export function markTestPhone(dataDir: string): void {
  ensurePrivateFolder(resolve(dataDir));
  writePrivateFile(join(resolve(dataDir), 'test-phone'), '');
}

function pathIn(dataDir: string): string {
  return join(resolve(dataDir), 'demo.json');
}
