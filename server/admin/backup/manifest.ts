import { z } from 'zod';

/** The number of the file format: a program refuses files with a higher one. */
export const FORMAT = 1;

/** Tables of the schema's own state: a restore creates them. */
export const SCHEMA_TABLES = ['migrations', 'migration_lock'];

const Count = z.number().int().min(0);
const Digest = z.string().regex(/^[0-9a-f]{64}$/);
const Name = z.string().regex(/^\w{1,64}$/);

/** The first entry of a backup: what is needed to load what follows. */
export const HeaderSchema = z.object({
  format: z.number().int(),
  version: z.string(),
  createdAt: z.iso.datetime(),
  database: z.string(),
  /** The migrations that had run, in their order. */
  migrations: z.array(z.string().max(100)).max(10_000),
  tables: z.array(z.object({ name: Name, columns: z.array(Name).max(200) })).max(500),
});
export type BackupHeader = z.infer<typeof HeaderSchema>;

/** The last entry of a backup: a file without it is incomplete. */
export const ManifestSchema = z.object({
  format: z.number().int(),
  /** Each table's rows, and the SHA-256 of its lines in the order of the primary key. */
  tables: z.record(Name, z.object({ rows: Count, sha256: Digest })),
  files: z.object({
    count: Count,
    bytes: Count,
    /** Files that the database names and that did not exist, or ended early. */
    missing: Count,
    /** The first of those that did not exist. */
    missingKeys: z.array(z.string()).max(100),
    /** Those that ended early: their entries are filled with zeros, and a restore skips them. */
    broken: z.array(z.string()).max(1_000),
  }),
  /** All entries before this one: how many, and the SHA-256 of their names, sizes and bytes. */
  entries: Count,
  sha256: Digest,
});
export type BackupManifest = z.infer<typeof ManifestSchema>;

/** Names of the entries. */
export const ENTRY = {
  header: 'backup.json',
  secretKey: 'secret-key',
  manifest: 'manifest.json',
  table: (name: string, part: number) => `tables/${name}/${String(part).padStart(6, '0')}.ndjson.gz`,
  file: (key: string) => `media/${key}`,
} as const;

const TABLE_ENTRY = /^tables\/(\w{1,64})\/\d{6,}\.ndjson\.gz$/;
const FILE_ENTRY = /^media\/([\w-]+(?:\/[\w-]+)*)$/;

/** Returns the table whose rows an entry holds; null for other entries. */
export const tableOf = (entry: string): string | null => TABLE_ENTRY.exec(entry)?.[1] ?? null;

/** Returns the storage key of the file that an entry holds; null for other entries. */
export const fileKeyOf = (entry: string): string | null => FILE_ENTRY.exec(entry)?.[1] ?? null;
