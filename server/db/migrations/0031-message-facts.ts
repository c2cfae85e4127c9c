import type { Migration } from './migration.ts';

/**
 * The data that was parsed from a customer's message, next to its raw payload. Both databases add such a
 * column without rewriting the table. Older rows keep null; their payload is parsed when they are shown
 * (decision 0234).
 */
export const messageFacts: Migration = {
  name: '0031-message-facts',
  statements: ['ALTER TABLE messages ADD COLUMN facts JSON NULL'],
};
