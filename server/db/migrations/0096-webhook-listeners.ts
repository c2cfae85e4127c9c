import type { Migration } from './migration.ts';

/**
 * An endpoint can be the test listener of its workspace, which has at most one: it answers in the place of a receiver,
 * and is removed after a day.
 */
export const webhookListeners: Migration = {
  name: '0096-webhook-listeners',
  statements: [
    `ALTER TABLE webhook_endpoints
       ADD COLUMN listener TINYINT NULL,
       ADD COLUMN listener_answer VARCHAR(8) NULL,
       ADD COLUMN expires_at DATETIME(3) NULL,
       ADD UNIQUE KEY webhook_endpoints_listener (tenant_id, listener),
       ADD KEY webhook_endpoints_expiry (expires_at)`,
  ],
};
