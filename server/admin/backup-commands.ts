import { join } from 'node:path';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { holderOf, OperatorError } from '../db/local-mariadb/index.ts';
import { requireKeyOfBackup } from '../kernel/crypto/secret-key-check.sql.ts';
import { openStorage } from '../kernel/storage/storage.ts';
import { writeBackup } from './backup/backup.ts';
import { restoreBackup } from './backup/restore.ts';
import { defineCommand } from './command.ts';

const PASSPHRASE = ['--passphrase <text>', 'at least 12 characters; - reads it from standard input'] as const;
const PassphraseSchema = z.string().min(12, 'must have at least 12 characters').max(1_024).optional();
const PathSchema = z.string().min(1).max(4_096);

/** `backup`: the server may be running. */
export const backup = defineCommand({
  group: null,
  name: 'backup',
  summary: 'write the database, message files and the secret key into one file',
  options: [
    ['--to <file>', 'the file to write; it must not exist'],
    [PASSPHRASE[0], `encrypts the file; ${PASSPHRASE[1]}`],
  ],
  secrets: ['passphrase'],
  input: z.object({ to: PathSchema, passphrase: PassphraseSchema }),
  leavesSchema: true,
  run: async ({ to, passphrase = null }, { config, database, resources }, { say }) => {
    await requireKeyOfBackup(database, config);
    return writeBackup(
      {
        databaseUrl: config.databaseUrl,
        secretKey: config.secretKey,
        storage: openStorage({ folder: join(config.dataDir, 'media'), s3: config.s3 }),
        clock: resources.clock,
        version: packageJson.version,
        say,
      },
      { to, passphrase },
    );
  },
});

/** `restore`: into an empty database, with every server stopped. */
export const restore = defineCommand({
  group: null,
  name: 'restore',
  summary: 'load a backup into an empty database; stop every server first',
  options: [
    ['--from <file>', 'a file that `backup` wrote'],
    [PASSPHRASE[0], `of an encrypted backup; - reads it from standard input`],
    ['--replace <database>', 'deletes everything in the database of this name first'],
  ],
  secrets: ['passphrase'],
  input: z.object({
    from: PathSchema,
    passphrase: z.string().max(1_024).optional(),
    replace: z.string().max(64).optional(),
  }),
  leavesSchema: true,
  run: async ({ from, passphrase = null, replace }, { config, database, resources }, { say, given }) => {
    refuseRunningServer(config.dataDir);
    return restoreBackup(
      {
        database,
        databaseUrl: config.databaseUrl,
        dataDir: config.dataDir,
        storage: openStorage({ folder: join(config.dataDir, 'media'), s3: config.s3 }),
        hasLocalFiles: config.s3 === null,
        clock: resources.clock,
        givenKeys: given.secretKey === undefined ? null : [given.secretKey, ...given.previousSecretKeys],
        say,
      },
      { from, passphrase, replace },
    );
  },
});

/** A server that runs on this folder would write to the database and the files while they are replaced. */
function refuseRunningServer(dataDir: string): void {
  const holder = holderOf(dataDir);
  if (holder?.purpose !== 'serve') return;
  throw new OperatorError(
    'data_dir_in_use',
    `Switchboard is running on ${dataDir} (process ${holder.pid}). Stop it, then restore.`,
  );
}
