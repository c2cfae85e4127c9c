import type { Migration } from './migration.ts';

/** Adds segments: filters of contacts that have a name (decision 0305). */
export const segments: Migration = {
  name: '0090-segments',
  statements: [
    `CREATE TABLE IF NOT EXISTS segments (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      name VARCHAR(60) NOT NULL,
      filter JSON NOT NULL,
      created_at DATETIME(3) NOT NULL,
      updated_at DATETIME(3) NOT NULL,
      UNIQUE KEY segments_name (tenant_id, name),
      CONSTRAINT segments_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
  ],
};
