import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../server/db/database.ts';
import {
  CommitUnknownError,
  DatabaseTimeoutError,
  isDuplicate,
  isOrphan,
  isUnreachable,
} from '../../server/db/database-errors.ts';
import { NEW_MEMBER, type UserRow } from '../../server/db/models/user.model.ts';
import type { QueryContext } from '../../server/kernel/context/context.ts';
import { newKey } from '../../server/kernel/ids.ts';
import { mintTenantScope } from '../../server/kernel/tenancy/mint-tenant-scope.ts';
import { countRows, findRow, insertRow, updateRow } from '../../server/kernel/tenancy/rows.ts';
import { isOnSeveralNodes } from '../helpers/lane.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';

/** Calls of models keep the rules of all other statements: transactions, time limits and errors. */

let made: TestDatabase;
let database: Database;
let ctx: QueryContext;

beforeAll(async () => {
  made = await createTestDatabase();
  database = openDatabase(made.url, { poolSize: 4 });
});
afterAll(async () => {
  await database.close();
  await made.drop();
});
beforeEach(() => {
  ctx = { db: database, scope: mintTenantScope(newKey()) };
});

const person = (name: string): Omit<UserRow, 'tenantId'> => ({
  id: newKey(),
  email: `${name}@example.test`,
  name,
  role: 'staff',
  passwordHash: 'none',
  language: null,
  ...NEW_MEMBER,
  createdAt: new Date(),
});

/** Returns what a promise is rejected with. */
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

it('what a transaction stores is there after its commit, and not after an error', async () => {
  const failed = database.transaction(async (tx) => {
    await insertRow({ ...ctx, tx }, 'user', person('ann'));
    expect(await countRows({ ...ctx, tx }, 'user')).toBe(1);
    expect(await countRows(ctx, 'user')).toBe(0);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await countRows(ctx, 'user')).toBe(0);
  await database.transaction((tx) => insertRow({ ...ctx, tx }, 'user', person('ann')));
  expect(await countRows(ctx, 'user')).toBe(1);
});

it('errors are those of the driver', async () => {
  await insertRow(ctx, 'user', person('ann'));
  const duplicate = await errorOf(insertRow(ctx, 'user', person('ann')));
  expect(isDuplicate(duplicate, 'users_email')).toBe(true);
  expect(isDuplicate(duplicate, 'users_name')).toBe(false);
  const orphan = insertRow(ctx, 'contactIdentity', {
    id: newKey(),
    contactId: newKey(),
    kind: 'user',
    lookup: 'x',
    value: 'x',
    attested: 0,
    retired: 0,
    isAlternate: 0,
    createdAt: new Date(),
  });
  expect(isOrphan(await errorOf(orphan))).toBe(true);
  const nowhere = openDatabase('mysql://ann:x@127.0.0.1:1/crm');
  expect(isUnreachable(await errorOf(countRows({ ...ctx, db: nowhere }, 'user')))).toBe(true);
  await nowhere.close();
});

it.skipIf(isOnSeveralNodes)('a statement ends with its time limit', async () => {
  const ann = person('ann');
  await insertRow(ctx, 'user', ann);
  const hurried = database.withLimits({ acquireMs: 1_000, statementMs: 100, transactionMs: 100 });
  await database.transaction(async (tx) => {
    await updateRow({ ...ctx, tx }, 'user', ann.id, { name: 'Ann' });
    const alone = updateRow({ ...ctx, db: hurried }, 'user', ann.id, { name: 'Anna' });
    // Nobody knows whether the database carries it out later.
    expect(await errorOf(alone)).toBeInstanceOf(CommitUnknownError);
    const inside = hurried.transaction((tx) =>
      updateRow({ ...ctx, db: hurried, tx }, 'user', ann.id, { name: 'Anna' }),
    );
    expect(await errorOf(inside)).toBeInstanceOf(DatabaseTimeoutError);
    const locked = hurried.transaction((tx) =>
      findRow({ ...ctx, db: hurried, tx }, 'user', { where: { id: ann.id }, isLocked: true }),
    );
    expect(await errorOf(locked)).toBeInstanceOf(DatabaseTimeoutError);
  });
});

it('a transaction that a deadlock ended runs again', async () => {
  const [ann, bob] = [person('ann'), person('bob')];
  await insertRow(ctx, 'user', ann);
  await insertRow(ctx, 'user', bob);
  let tries = 0;
  const change = (first: Buffer, second: Buffer, name: string) =>
    database.transaction(async (tx) => {
      tries += 1;
      await updateRow({ ...ctx, tx }, 'user', first, { name });
      if (tries <= 2) await sleep(200);
      await updateRow({ ...ctx, tx }, 'user', second, { name });
    });
  await Promise.all([change(ann.id, bob.id, 'one'), change(bob.id, ann.id, 'two')]);
  expect(tries).toBe(3);
  const names = await Promise.all(
    [ann, bob].map(async ({ id }) => (await findRow(ctx, 'user', { where: { id } }))?.name),
  );
  expect(names[0]).toBe(names[1]);
});

it('a transaction whose connection broke runs again', async () => {
  let tries = 0;
  await database.transaction(async (tx) => {
    tries += 1;
    if (tries === 1) await errorOf(database.run('KILL CONNECTION_ID()', {}, tx));
    await insertRow({ ...ctx, tx }, 'user', person('ann'));
  });
  expect(tries).toBe(2);
  expect(await countRows(ctx, 'user')).toBe(1);
});

it('a model that is called past these rules is refused', async () => {
  await expect(database.models.user.findAll()).rejects.toThrow('Database.callModel');
  const committed = database.callModel((transaction) => transaction.commit());
  await expect(committed).rejects.toThrow('Database.transaction commits');
});
