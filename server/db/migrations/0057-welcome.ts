import type { Migration } from './migration.ts';

/** The first steps of a workspace: its test number, which a real one replaces later, and when the page was hidden. */
export const welcome: Migration = {
  name: '0057-welcome',
  statements: [
    `ALTER TABLE tenants
       ADD COLUMN test_number_id VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
       ADD COLUMN welcome_hidden_at DATETIME(3) NULL`,
  ],
};
