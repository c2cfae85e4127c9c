import type { Migration } from './migration.ts';

/** When owners were last mailed that an endpoint fails: one that fails on and off is mailed about once a day. */
export const mail: Migration = {
  name: '0103-mail',
  statements: ['ALTER TABLE webhook_endpoints ADD COLUMN failing_mailed_at DATETIME(3) NULL'],
};
