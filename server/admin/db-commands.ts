import { z } from 'zod';
import { migrate, migrationStatus } from '../db/migrate.ts';
import { defineCommand } from './command.ts';

/** `db migrate`: brings the schema up to date, as every start of the server does. */
export const dbMigrate = defineCommand({
  group: 'db',
  name: 'migrate',
  summary: 'bring the schema of the database up to date',
  options: [],
  input: z.object({}),
  leavesSchema: true,
  run: async (_input, { database }) => ({ migrated: await migrate(database) }),
});

/** `db status`: changes nothing. */
export const dbStatus = defineCommand({
  group: 'db',
  name: 'status',
  summary: 'say which steps of the schema have run and which have not',
  options: [],
  input: z.object({}),
  leavesSchema: true,
  run: async (_input, { database }) => {
    const { executed, pending, unknown } = await migrationStatus(database);
    return { upToDate: pending.length === 0 && unknown.length === 0, executed, pending, unknown };
  },
});
