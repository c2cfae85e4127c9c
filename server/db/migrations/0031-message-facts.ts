import type { Migration } from './migration.ts';

/**
 * What was read from a customer's message, beside its raw payload. Both databases add such a column without writing
 * the table. Rows of before keep null, and are read from their payload when they are shown (decision 0234).
 */
export const messageFacts: Migration = {
  name: '0031-message-facts',
  statements: ['ALTER TABLE messages ADD COLUMN facts JSON NULL'],
};
