import type { Migration } from './migration.ts';

/** Indexes by age, so that the hourly deletion of old rows reads only the rows that it deletes. */
export const retentionIndexes: Migration = {
  name: '0026-retention-indexes',
  statements: [
    'ALTER TABLE sessions ADD KEY sessions_expiry (expires_at)',
    'ALTER TABLE parked_statuses ADD KEY parked_statuses_age (created_at)',
    'ALTER TABLE parked_items ADD KEY parked_items_age (created_at)',
    'ALTER TABLE inbound_callbacks ADD KEY inbound_callbacks_age (state, received_at)',
  ],
};
