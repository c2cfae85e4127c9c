import type { Migration } from './migration.ts';

/** Adds the views that people have saved: their own, and without an owner those of the team. */
export const savedViews: Migration = {
  name: '0066-saved-views',
  statements: [
    `CREATE TABLE IF NOT EXISTS saved_views (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      owner_id BINARY(16) NULL,
      name VARCHAR(60) NOT NULL,
      filter JSON NOT NULL,
      created_at DATETIME(3) NOT NULL,
      KEY saved_views_owner (tenant_id, owner_id, name),
      CONSTRAINT saved_views_of_user FOREIGN KEY (tenant_id, owner_id)
        REFERENCES users (tenant_id, id) ON DELETE CASCADE
    )`,
  ],
};
