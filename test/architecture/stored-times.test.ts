import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { stepBackStatement } from '../../server/kernel/queue/stored-times.ts';
import { STORED_TIMES } from '../../server/queues.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';

/** The names of columns that work waits for. */
const WAITED_FOR = /^(visible_at|probe_at|.*_until|.*lease.*|expires_at|due_.*|next_.*|retry_.*|not_before)$/;

/** Columns that a clock step does not change, and why that delays no work. */
const KEPT: Record<string, string> = {
  'api_keys.expires_at': 'a date that a person chose; it follows the wall clock',
  'api_keys.previous_until': 'a replaced secret of hours works longer by the step',
  'broadcasts.wait_until': 'shown to people; the worker finds it again from the people who are due',
  'broadcast_recipients.due_at': 'a time of day in the zone of the recipient',
  'conversations.snoozed_until': 'a time of day that a person chose',
  'idempotency_keys.expires_at':
    'a response is kept longer by the step; a day need not be exact to the second',
  'inference_keys.expires_at': 'a date that a person chose; it follows the wall clock',
  'access_links.expires_at': 'a link of days works longer by the step',
  'migration_lock.expires_at': 'the waiting server uses its own monotonic clock (db/migrate.ts)',
  'prompt_log.expires_at': 'a prompt is kept longer by the step',
  'sign_in_challenges.expires_at': 'ten minutes are longer by the step at most; the attempts are bounded',
  'webhook_endpoints.expires_at': 'a test listener is kept longer or shorter by the step',
  'reminders.due_at': 'a time of day that a person chose',
  'reminders.waiting_until': 'the same, while it waits',
  'sessions.expires_at': 'a session of 30 days lasts longer by the step',
};

let made: TestDatabase;
let database: Database;
beforeAll(async () => {
  made = await createTestDatabase();
  database = openDatabase(made.url);
  await migrate(database);
});
afterAll(async () => {
  await database.close();
  await made.drop();
});

describe('the stored times that follow a clock step', () => {
  it('include every time that work waits for; exceptions have a reason', async () => {
    const columns = await database.select<{ name: string; column: string }>(
      `SELECT CONCAT(table_name, '.', column_name) AS name, column_name AS \`column\`
       FROM information_schema.columns
       WHERE table_schema = DATABASE() AND data_type IN ('datetime', 'timestamp')`,
    );
    const listed = STORED_TIMES.map(({ table, column }) => `${table}.${column}`);
    const waitedFor = columns.filter(({ column }) => WAITED_FOR.test(column)).map(({ name }) => name);
    expect(waitedFor.filter((name) => !listed.includes(name)).toSorted()).toEqual(
      Object.keys(KEPT).toSorted(),
    );
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((name) => !columns.some((column) => column.name === name))).toEqual([]);
  });

  it.each(STORED_TIMES.map((time) => [`${time.table}.${time.column}`, time] as const))(
    '%s: the statement matches the schema',
    async (_, time) => {
      expect(await database.run(stepBackStatement(time), { step: 120_000_000 })).toBe(0);
    },
  );
});
