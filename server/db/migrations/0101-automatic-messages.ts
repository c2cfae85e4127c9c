import type { Migration } from './migration.ts';

/** Messages say that the server sent them by itself, and for which rule. */
export const automaticMessages: Migration = {
  name: '0101-automatic-messages',
  statements: [
    `ALTER TABLE messages
       ADD COLUMN origin VARCHAR(12) CHARACTER SET ascii NULL,
       ADD COLUMN rule_id BINARY(16) NULL`,
  ],
};
