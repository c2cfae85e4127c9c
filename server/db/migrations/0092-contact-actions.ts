import type { Migration } from './migration.ts';

/** Adds changes of many contacts at once, with what is needed to undo them; and sorts contacts by name. */
export const contactActions: Migration = {
  name: '0092-contact-actions',
  statements: [
    'ALTER TABLE contacts ADD KEY contacts_name (tenant_id, name_search, id)',
    `CREATE TABLE IF NOT EXISTS contact_actions (
      id BINARY(16) NOT NULL PRIMARY KEY,
      tenant_id BINARY(16) NOT NULL,
      kind VARCHAR(11) CHARACTER SET ascii NOT NULL,
      detail JSON NOT NULL,
      state VARCHAR(9) CHARACTER SET ascii NOT NULL,
      total INT NOT NULL,
      done INT NOT NULL DEFAULT 0,
      changed INT NOT NULL DEFAULT 0,
      reached BINARY(16) NULL,
      author JSON NOT NULL,
      starts_at DATETIME(3) NOT NULL,
      created_at DATETIME(3) NOT NULL,
      finished_at DATETIME(3) NULL,
      KEY contact_actions_tenant (tenant_id, id),
      KEY contact_actions_age (created_at),
      CONSTRAINT contact_actions_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
    // Not of the contact: a foreign key would lock each contact while they are collected.
    `CREATE TABLE IF NOT EXISTS contact_action_items (
      tenant_id BINARY(16) NOT NULL,
      action_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      undo_data JSON NULL,
      PRIMARY KEY (tenant_id, action_id, contact_id),
      KEY contact_action_items_contact (tenant_id, contact_id),
      CONSTRAINT contact_action_items_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
  ],
};
