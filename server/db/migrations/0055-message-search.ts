import type { Migration } from './migration.ts';

/** Makes the words of messages searchable (decision 0270). Messages from before are indexed by a worker. */
export const messageSearch: Migration = {
  name: '0055-message-search',
  statements: [
    // Bytes, not characters: in binary order, the words with a beginning are one range.
    `CREATE TABLE IF NOT EXISTS message_words (
      tenant_id BINARY(16) NOT NULL,
      segment SMALLINT UNSIGNED NOT NULL,
      word VARBINARY(80) NOT NULL,
      message_id BINARY(16) NOT NULL,
      PRIMARY KEY (tenant_id, segment, word, message_id)
    )`,
    // A workspace whose messages from before are not all indexed; the place is the last indexed one in its order.
    `CREATE TABLE IF NOT EXISTS message_indexing (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      contact_id BINARY(16) NULL,
      created_at DATETIME(3) NULL,
      message_id BINARY(16) NULL,
      indexed INT UNSIGNED NOT NULL,
      total INT UNSIGNED NOT NULL
    )`,
    `INSERT INTO message_indexing (tenant_id, indexed, total)
     SELECT tenant_id, 0, SUM(message_count) FROM conversations GROUP BY tenant_id HAVING SUM(message_count) > 0
     ON DUPLICATE KEY UPDATE indexed = message_indexing.indexed`,
  ],
};
