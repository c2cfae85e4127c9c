import type { Migration } from './migration.ts';

/**
 * Makes the queues and the webhooks independent of a clock that steps back (decision 0229).
 * `created_seq`: the tenant's event number when the endpoint was created; it receives events with greater
 * numbers. Existing endpoints get 0: only events that were not relayed yet are compared with it.
 * `database_clock`: the newest time that a server has read from the database, and the number of handled
 * steps.
 */
export const clockSteps: Migration = {
  name: '0024-clock-steps',
  statements: [
    'ALTER TABLE webhook_endpoints ADD COLUMN created_seq BIGINT UNSIGNED NOT NULL DEFAULT 0',
    `CREATE TABLE IF NOT EXISTS database_clock (
      id TINYINT NOT NULL PRIMARY KEY,
      newest_at DATETIME(3) NOT NULL,
      steps INT UNSIGNED NOT NULL DEFAULT 0
    )`,
    `INSERT INTO database_clock (id, newest_at) VALUES (1, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE steps = database_clock.steps`,
  ],
};
