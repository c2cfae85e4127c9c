import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { NEW_MEMBER, type UserRow } from '../../server/db/models/user.model.ts';
import type { QueryContext } from '../../server/kernel/context/context.ts';
import { newKey } from '../../server/kernel/ids.ts';
import { mintTenantScope } from '../../server/kernel/tenancy/mint-tenant-scope.ts';
import {
  countRows,
  deleteRow,
  deleteRows,
  findRow,
  findRows,
  insertRow,
  insertRows,
  Op,
  updateRow,
  updateRows,
} from '../../server/kernel/tenancy/rows.ts';
import { tripwire, watchTables } from '../helpers/sql-tripwire.ts';
import { tenantTables } from '../helpers/tenant-state.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';

/** Sequelize writes these statements: each must keep to its workspace, whatever its caller asks for. */

let made: TestDatabase;
let database: Database;
let ours: QueryContext;
let theirs: QueryContext;
const statements: string[] = [];

beforeAll(async () => {
  made = await createTestDatabase();
  database = openDatabase(made.url, {
    poolSize: 2,
    onStatement: (sql) => {
      statements.push(sql);
      tripwire(sql);
    },
  });
  watchTables(await tenantTables(database));
});
afterAll(async () => {
  await database.close();
  await made.drop();
});
beforeEach(() => {
  ours = { db: database, scope: mintTenantScope(newKey()) };
  theirs = { db: database, scope: mintTenantScope(newKey()) };
  statements.length = 0;
});

const person = (name: string): Omit<UserRow, 'tenantId'> => ({
  id: newKey(),
  email: `${newKey().toString('hex')}@example.test`,
  name,
  role: 'staff',
  passwordHash: 'none',
  language: null,
  ...NEW_MEMBER,
  createdAt: new Date('2026-02-03T04:05:06.789Z'),
});

const apiKey = (createdBy: Buffer) => ({
  id: newKey(),
  name: 'key',
  hint: 'abcd',
  keyHash: Buffer.alloc(32, newKey()),
  keyVersion: 1,
  permissions: 'all',
  slot: 0,
  createdBy,
  createdAt: new Date(),
  revokedAt: null,
  expiresAt: null,
  allowedAddresses: '',
  rolledAt: null,
  previousHash: null,
  previousHint: null,
  previousUntil: null,
  warnedDays: null,
});

it('a row comes back as it was stored', async () => {
  const ann = person("Ann O'Hara \\ :name ?");
  await insertRow(ours, 'user', ann);
  expect(await findRow(ours, 'user', { where: { id: ann.id } })).toEqual({
    ...ann,
    tenantId: ours.scope.key,
  });
});

it('rows of another workspace are not found, counted, changed or deleted', async () => {
  const [ann, bob] = [person('Ann'), person('Bob')];
  await insertRow(ours, 'user', ann);
  await insertRow(theirs, 'user', bob);
  expect(await findRow(ours, 'user', { where: { id: bob.id } })).toBeNull();
  expect(await findRows(ours, 'user', { columns: ['name'] })).toEqual([{ name: 'Ann' }]);
  expect(await countRows(ours, 'user')).toBe(1);
  expect(await updateRow(ours, 'user', bob.id, { name: 'Eve' })).toBe(false);
  expect(await updateRows(ours, 'user', {}, { name: 'Eve' })).toBe(1);
  expect(await deleteRow(ours, 'user', bob.id)).toBe(false);
  expect(await deleteRows(ours, 'user', {})).toBe(1);
  expect(await findRows(theirs, 'user', { columns: ['name'] })).toEqual([{ name: 'Bob' }]);
  expect(statements.length).toBeGreaterThan(0);
});

it('no condition reaches past the workspace', async () => {
  await insertRow(theirs, 'user', person('Bob'));
  const conditions = [
    { [Op.or]: [{ name: 'Bob' }, { role: 'staff' as const }] },
    { [Op.not]: { name: 'Ann' } },
    database.sequelize.literal('1 = 1 OR 1 = 1'),
    [{ name: 'Bob' }],
  ];
  for (const where of conditions) expect(await findRows(ours, 'user', { where })).toEqual([]);
  // @ts-expect-error: the workspace is not for the caller to name.
  const named = findRows(ours, 'user', { where: { tenantId: theirs.scope.key } });
  expect(await named).toEqual([]);
});

it('no value moves a row to another workspace', async () => {
  const ann = { ...person('Ann'), tenantId: theirs.scope.key };
  await insertRow(ours, 'user', ann);
  await insertRows(ours, 'user', [{ ...person('Abe'), ...{ tenantId: theirs.scope.key } }]);
  await updateRow(ours, 'user', ann.id, { ...{ tenantId: theirs.scope.key }, name: 'Anna' });
  const order = [['name', 'ASC']] as const;
  expect(await findRows(ours, 'user', { columns: ['name'], order })).toEqual([
    { name: 'Abe' },
    { name: 'Anna' },
  ]);
  expect(await countRows(theirs, 'user')).toBe(0);
});

it('an association reads rows of the workspace only, and gives nulls where there is none', async () => {
  const [ann, bob] = [person('Ann'), person('Bob')];
  await insertRow(ours, 'user', ann);
  await insertRow(theirs, 'user', bob);
  for (const [slot, createdBy] of [ann.id, bob.id].entries())
    await insertRow(ours, 'apiKey', { ...apiKey(createdBy), slot });
  const found = await findRows(ours, 'apiKey', {
    columns: ['slot'],
    include: { creator: ['name', 'createdAt'], usage: ['lastUsedAt'] },
    order: [['slot', 'ASC']],
    limit: 5,
  });
  expect(found).toEqual([
    { slot: 0, creator: { name: 'Ann', createdAt: ann.createdAt }, usage: { lastUsedAt: null } },
    { slot: 1, creator: { name: null, createdAt: null }, usage: { lastUsedAt: null } },
  ]);
});

it('compares, sorts and limits', async () => {
  const people = ['c', 'a', 'b', 'd'].map(person);
  await insertRows(ours, 'user', people);
  const found = await findRows(ours, 'user', {
    columns: ['name'],
    where: { name: { [Op.gt]: 'a' }, language: null, id: { [Op.in]: people.map(({ id }) => id) } },
    order: [['name', 'DESC']],
    limit: 2,
  });
  expect(found).toEqual([{ name: 'd' }, { name: 'c' }]);
  expect(await findRows(ours, 'user', { where: { id: { [Op.in]: [] } } })).toEqual([]);
});

it('refuses a condition without a value: it would not narrow', async () => {
  await insertRow(ours, 'user', person('Ann'));
  await expect(deleteRows(ours, 'user', { name: undefined })).rejects.toThrow(/undefined/);
  expect(await countRows(ours, 'user')).toBe(1);
});
