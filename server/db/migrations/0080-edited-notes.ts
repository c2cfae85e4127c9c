import type { Migration } from './migration.ts';

/** Notes can be edited by those who wrote them. */
export const editedNotes: Migration = {
  name: '0080-edited-notes',
  statements: ['ALTER TABLE notes ADD COLUMN edited_at DATETIME(3) NULL'],
};
