import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../server/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';

/** Ends a string early where a backslash does not escape. */
const HOSTILE = "x\\' OR 1 = 1 -- ";

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

it('SEC-19: the SQL mode is ours on every connection, whatever the mode of the server is', async () => {
  const database = openDatabase(own.url, { poolSize: 1 });
  try {
    const [row] = await database.select<{ mode: string }>('SELECT @@sql_mode AS mode');
    // A server's NO_BACKSLASH_ESCAPES would turn escaped values into SQL.
    expect(row?.mode.split(',').toSorted()).toEqual([
      'ERROR_FOR_DIVISION_BY_ZERO',
      'NO_ENGINE_SUBSTITUTION',
      'STRICT_ALL_TABLES',
    ]);
    await database.run('CREATE TABLE own_texts (text VARCHAR(100))');
    await database.run('INSERT INTO own_texts VALUES (:text)', { text: 'a secret' });
    // More values than a statement is prepared with: these are written into its text.
    const texts = Array.from({ length: 50 }, () => HOSTILE);
    expect(await database.select('SELECT text FROM own_texts WHERE text IN (:texts)', { texts })).toEqual([]);
    // Sequelize writes every value of a condition into the text.
    const people = await database.callModel((transaction) =>
      database.models.user.findAll({ where: { email: HOSTILE }, raw: true, transaction }),
    );
    expect(people).toEqual([]);
  } finally {
    await database.close();
  }
});
