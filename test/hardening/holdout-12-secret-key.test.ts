import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { createKeyring } from '../../server/kernel/crypto/keyring.ts';
import { requireDatabaseKey, resealDatabaseKey } from '../../server/kernel/crypto/secret-key-check.sql.ts';
import { setUpAdmin } from '../helpers/admin.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';

const FIRST = 'the first secret key of the database';
const SECOND = 'the second secret key of the database';

const rig = setUpAdmin();
let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.url, { poolSize: 2 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const check = (key: string, earlier: string[] = []) =>
  requireDatabaseKey(database, createKeyring(key, earlier));

it('holdout-12: a server with another key than that of its database does not start', async () => {
  await check(FIRST);
  await check(FIRST);
  await expect(check(SECOND)).rejects.toMatchObject({
    code: 'secret_key_differs',
    message: expect.stringMatching(/SECRET_KEY_PREVIOUS/),
  });
  const { status, stderr } = spawnSync(process.execPath, [join(process.cwd(), 'dist/server/main.js')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATABASE_URL: own.url,
      SECRET_KEY: SECOND,
      NODE_ENV: 'production',
    },
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(stderr).toMatch(/^SECRET_KEY is not the key that this database was used with\./);
  expect(status).toBe(78);
});

it('holdout-12: the earlier key is enough, and after a rotation the new one is', async () => {
  await check(SECOND, [FIRST]);
  await resealDatabaseKey(database, createKeyring(SECOND, [FIRST]));
  await check(SECOND);
  await expect(check(FIRST)).rejects.toMatchObject({ code: 'secret_key_differs' });
});

it('holdout-12: no command writes with a wrong key, and a lost key can be discarded', async () => {
  // The key of the rig is not the one that this database was used with.
  const env = { DATABASE_URL: own.url };
  const refused = await rig.admin('tenant list --json', env);
  expect(JSON.parse(refused.output).error.code).toBe('secret_key_differs');
  expect(await rig.admin('secret-key adopt', env)).toMatchObject({ exitCode: 0 });
  expect(await rig.admin('tenant list', env)).toMatchObject({ exitCode: 0 });
});
