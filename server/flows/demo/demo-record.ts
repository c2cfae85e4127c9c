import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ensurePrivateFolder, readIfThere, writePrivateFile } from '../../db/local-mariadb/private-files.ts';

const PersonSchema = z.object({
  name: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'admin', 'staff']),
  password: z.string(),
});

const RecordSchema = z.object({
  tenantId: z.string(),
  people: z.array(PersonSchema).min(1),
  apiKey: z.string().nullable(),
  /** The moment that the times of its history are counted from. */
  seededAt: z.coerce.date(),
});

/** What is remembered of the demo workspace: its passwords and its key cannot be read from the database. */
export type DemoRecord = z.infer<typeof RecordSchema>;

/** The demo workspace that was made before, as far as this data folder knows; null when it knows of none. */
export function readDemoRecord(dataDir: string): DemoRecord | null {
  try {
    return RecordSchema.parse(JSON.parse(readIfThere(pathIn(dataDir)) ?? ''));
  } catch {
    return null;
  }
}

/** Remembers the demo workspace, readable by the owner of the data folder alone. */
export function writeDemoRecord(dataDir: string, record: DemoRecord): void {
  ensurePrivateFolder(resolve(dataDir));
  writePrivateFile(pathIn(dataDir), `${JSON.stringify(record, null, 2)}\n`);
}

function pathIn(dataDir: string): string {
  return join(resolve(dataDir), 'demo.json');
}
