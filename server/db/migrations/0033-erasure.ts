import type { Migration } from './migration.ts';

/**
 * Events and stored responses name the contact whose data they hold, so that its deletion finds them.
 * `erased_people` holds HMACs of the numbers and platform ids of deleted contacts, so that an old callback
 * that is played again does not restore them.
 */
export const erasure: Migration = {
  name: '0033-erasure',
  statements: [
    `ALTER TABLE events
      ADD COLUMN contact_id BINARY(16) NULL,
      ADD KEY events_contact (tenant_id, contact_id)`,
    `ALTER TABLE idempotency_keys
      ADD COLUMN contact_id BINARY(16) NULL,
      ADD KEY idempotency_keys_contact (tenant_id, contact_id)`,
    `CREATE TABLE IF NOT EXISTS erased_people (
      tenant_id BINARY(16) NOT NULL,
      person BINARY(32) NOT NULL,
      erased_at DATETIME(3) NOT NULL,
      PRIMARY KEY (tenant_id, person),
      KEY erased_people_age (erased_at)
    )`,
  ],
};
