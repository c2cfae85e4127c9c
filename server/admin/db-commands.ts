import { z } from 'zod';
import { migrate, migrationStatus } from '../db/migrate.ts';
import { defineCommand } from './command.ts';

/** `db migrate`: brings the schema up to date, as every start of the server does. */
export const dbMigrate = defineCommand({
  group: 'db',
  name: 'migrate',
  summary: 'run all pending migrations',
  options: [],
  input: z.object({}),
  leavesSchema: true,
  run: async (_input, { database }) => ({ migrated: await migrate(database) }),
});

/** `db status`: changes nothing. */
export const dbStatus = defineCommand({
  group: 'db',
  name: 'status',
  summary: 'show which migrations have run and which are pending',
  options: [],
  input: z.object({}),
  leavesSchema: true,
  run: async (_input, { database }) => {
    const { executed, pending, unknown } = await migrationStatus(database);
    return { upToDate: pending.length === 0 && unknown.length === 0, executed, pending, unknown };
  },
});
