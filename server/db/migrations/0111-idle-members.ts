import type { Migration } from './migration.ts';

/** Members are away after a time without activity, where the workspace wants that. */
export const idleMembers: Migration = {
  name: '0111-idle-members',
  statements: [
    'ALTER TABLE assignment_rules ADD COLUMN away_after_minutes SMALLINT UNSIGNED NULL',
    `ALTER TABLE users
       ADD COLUMN active_at DATETIME(3) NULL,
       ADD COLUMN is_idle TINYINT(1) NOT NULL DEFAULT 0`,
  ],
};
