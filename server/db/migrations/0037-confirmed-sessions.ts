import type { Migration } from './migration.ts';

/** When a person last entered their password in a session. Sessions from before count as not confirmed. */
export const confirmedSessions: Migration = {
  name: '0037-confirmed-sessions',
  statements: ['ALTER TABLE sessions ADD COLUMN confirmed_at DATETIME(3) NULL'],
};
