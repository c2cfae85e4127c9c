import type { Country } from '../../../shared/domain/country.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { TenantRow } from '../../db/models/tenant.model.ts';

/**
 * Workspaces themselves. No tenant owns this table, so it is outside TenantRepository: only the first
 * run, the callback's door and the operator reach it.
 */
export class TenantsRepository {
  private readonly database: Database;
  private readonly tx: Transaction | undefined;

  constructor(database: Database, tx?: Transaction) {
    this.database = database;
    this.tx = tx;
  }

  async insert(row: TenantRow): Promise<void> {
    await this.database.run(
      `INSERT INTO tenants (id, name, verify_token, default_country, created_at)
       VALUES (:id, :name, :verifyToken, :defaultCountry, :createdAt)`,
      { ...row },
      this.tx,
    );
    await this.database.run(
      'INSERT INTO tenant_counters (tenant_id) VALUES (:tenantId)',
      { tenantId: row.id },
      this.tx,
    );
  }

  async find(id: Buffer): Promise<TenantRow | null> {
    const [row] = await this.database.select<TenantRow>(
      `SELECT id, name, verify_token AS verifyToken, default_country AS defaultCountry, created_at AS createdAt
       FROM tenants WHERE id = :id`,
      { id },
      this.tx,
    );
    return row ?? null;
  }

  /** Another verify token: the platform has to know it at its next question. */
  async setVerifyToken(id: Buffer, verifyToken: string): Promise<void> {
    await this.database.run(
      'UPDATE tenants SET verify_token = :verifyToken WHERE id = :id',
      { id, verifyToken },
      this.tx,
    );
  }

  /** Sets the country of numbers that are written without a country code. */
  async setDefaultCountry(id: Buffer, defaultCountry: Country | null): Promise<void> {
    await this.database.run(
      'UPDATE tenants SET default_country = :defaultCountry WHERE id = :id',
      { id, defaultCountry },
      this.tx,
    );
  }

  /** Some of all workspaces, by their ids, from behind `after`. */
  async idsAfter(after: Buffer, limit: number): Promise<Buffer[]> {
    const rows = await this.database.select<{ id: Buffer }>(
      `SELECT id FROM tenants WHERE id > :after ORDER BY id LIMIT ${Math.trunc(limit)}`,
      { after },
      this.tx,
    );
    return rows.map(({ id }) => id);
  }

  /** Writes down that a workspace is a demo; once is enough. */
  async markDemo(id: Buffer): Promise<void> {
    await this.database.run('INSERT IGNORE INTO demo_workspaces (id) VALUES (:id)', { id }, this.tx);
  }

  /** Every workspace, the oldest first. */
  list(): Promise<(TenantRow & { isDemo: 0 | 1 })[]> {
    return this.database.select(
      `SELECT t.id, t.name, t.verify_token AS verifyToken, t.default_country AS defaultCountry,
         t.created_at AS createdAt, d.id IS NOT NULL AS isDemo
       FROM tenants t LEFT JOIN demo_workspaces d ON d.id = t.id ORDER BY t.created_at, t.id`,
      {},
      this.tx,
    );
  }

  /** Whether there is a workspace that is no demo. */
  async hasOwn(): Promise<boolean> {
    const rows = await this.database.select(
      'SELECT 1 AS one FROM tenants t LEFT JOIN demo_workspaces d ON d.id = t.id WHERE d.id IS NULL LIMIT 1',
      {},
      this.tx,
    );
    return rows.length > 0;
  }

  async isEmpty(): Promise<boolean> {
    const rows = await this.database.select('SELECT 1 AS one FROM tenants LIMIT 1', {}, this.tx);
    return rows.length === 0;
  }
}
