import type { ChangeWorkspace } from '../../../shared/contract/workspace.contract.ts';
import type { TenantRow } from '../../db/models/tenant.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';

// No tenant owns this table, so nothing here is bound to a scope: only the first run, the address that callbacks are
// sent to and the operator use these functions.
type Unscoped = Pick<QueryContext, 'db' | 'tx'>;

/** Adds a workspace, with its counters. */
export async function insertTenant({ db, tx }: Unscoped, row: TenantRow): Promise<void> {
  await db.callModel((transaction) => db.models.tenant.create(row, { transaction }), tx);
  await db.run('INSERT INTO tenant_counters (tenant_id) VALUES (:tenantId)', { tenantId: row.id }, tx);
}

/** Returns a workspace; null when there is none with this id. */
export async function findTenant({ db, tx }: Unscoped, id: Buffer): Promise<TenantRow | null> {
  const where = { id };
  const tenant = await db.callModel((transaction) => db.models.tenant.findOne({ where, transaction }), tx);
  return tenant?.get() ?? null;
}

/** Keeps other changes of a workspace waiting until the transaction ends. */
export async function lockTenant({ db, tx }: Unscoped, id: Buffer): Promise<void> {
  await db.select('SELECT id FROM tenants WHERE id = :id FOR UPDATE', { id }, tx);
}

/** Sets another verify token: the platform has to use it from now on. */
export function setVerifyToken(ctx: Unscoped, id: Buffer, verifyToken: string): Promise<void> {
  return updateTenant(ctx, id, { verifyToken });
}

/** Sets the given settings: the name, and the country of numbers that are written without a country code. */
export function setSettings(
  ctx: Unscoped,
  id: Buffer,
  { name, defaultCountry }: ChangeWorkspace,
): Promise<void> {
  const changes = {
    ...(name !== undefined && { name }),
    ...(defaultCountry !== undefined && { defaultCountry }),
  };
  return updateTenant(ctx, id, changes);
}

/** Sets the facts of the first steps. */
export function setWelcome(
  ctx: Unscoped,
  id: Buffer,
  changes: Pick<TenantRow, 'testNumberId' | 'welcomeHiddenAt'>,
): Promise<void> {
  return updateTenant(ctx, id, changes);
}

async function updateTenant({ db, tx }: Unscoped, id: Buffer, changes: Partial<TenantRow>): Promise<void> {
  const where = { id };
  await db.callModel((transaction) => db.models.tenant.update(changes, { where, transaction }), tx);
}

/** Returns up to `limit` ids of workspaces, in their order, after `after`. */
export async function tenantIdsAfter({ db, tx }: Unscoped, after: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await db.select<{ id: Buffer }>(
    `SELECT id FROM tenants WHERE id > :after ORDER BY id LIMIT ${Math.trunc(limit)}`,
    { after },
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Marks a workspace as a demo; a second call changes nothing. */
export async function markDemo({ db, tx }: Unscoped, id: Buffer): Promise<void> {
  await db.run('INSERT IGNORE INTO demo_workspaces (id) VALUES (:id)', { id }, tx);
}

/** Returns every workspace, the oldest first. */
export function listTenants({ db, tx }: Unscoped): Promise<(TenantRow & { isDemo: 0 | 1 })[]> {
  return db.select(
    `SELECT t.id, t.name, t.verify_token AS verifyToken, t.default_country AS defaultCountry,
       t.created_at AS createdAt, d.id IS NOT NULL AS isDemo
     FROM tenants t LEFT JOIN demo_workspaces d ON d.id = t.id ORDER BY t.created_at, t.id`,
    {},
    tx,
  );
}

/** Returns whether there is a workspace that is no demo. */
export async function hasRealTenant({ db, tx }: Unscoped): Promise<boolean> {
  const rows = await db.select(
    'SELECT 1 AS one FROM tenants t LEFT JOIN demo_workspaces d ON d.id = t.id WHERE d.id IS NULL LIMIT 1',
    {},
    tx,
  );
  return rows.length > 0;
}

/** Returns whether there is any workspace. */
export async function hasTenant({ db, tx }: Unscoped): Promise<boolean> {
  return (await db.callModel((transaction) => db.models.tenant.findOne({ transaction }), tx)) !== null;
}
