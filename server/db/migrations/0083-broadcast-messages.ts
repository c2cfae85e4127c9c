import type { Migration } from './migration.ts';

/** Messages name their broadcast, and wait behind those of people while they are queued. */
export const broadcastMessages: Migration = {
  name: '0083-broadcast-messages',
  statements: [
    'ALTER TABLE messages ADD COLUMN broadcast_id BINARY(16) NULL',
    `ALTER TABLE outbound_sends
       ADD COLUMN broadcast_id BINARY(16) NULL,
       ADD KEY outbound_sends_broadcast (tenant_id, broadcast_id, visible_at, id)`,
  ],
};
