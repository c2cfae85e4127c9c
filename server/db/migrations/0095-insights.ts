import type { Migration } from './migration.ts';

/**
 * Figures by the hour, with what they are counted from: the place in the events, the conversations that are not
 * closed, and what happened in conversations (decision 0310).
 */
export const insights: Migration = {
  name: '0095-insights',
  statements: [
    // rebuild: 0 no, 1 the hours, 2 the hours and everything that they are counted from.
    `CREATE TABLE IF NOT EXISTS insight_cursors (
      tenant_id BINARY(16) NOT NULL PRIMARY KEY,
      seq BIGINT UNSIGNED NOT NULL,
      messages_seq BIGINT UNSIGNED NOT NULL,
      shift_minutes SMALLINT NOT NULL,
      rebuild TINYINT UNSIGNED NOT NULL
    )`,
    // hour: full hours since 1970, in the time zone of the workspace as far as minutes are concerned.
    `CREATE TABLE IF NOT EXISTS insight_hours (
      tenant_id BINARY(16) NOT NULL,
      metric VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      hour INT UNSIGNED NOT NULL,
      part VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      n BIGINT UNSIGNED NOT NULL,
      histogram JSON NULL,
      PRIMARY KEY (tenant_id, metric, hour, part)
    )`,
    `CREATE TABLE IF NOT EXISTS insight_facts (
      tenant_id BINARY(16) NOT NULL,
      kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      at DATETIME(3) NOT NULL,
      subject_id BINARY(16) NOT NULL,
      conversation_id BINARY(16) NULL,
      contact_id BINARY(16) NULL,
      member_id BINARY(16) NULL,
      seconds INT UNSIGNED NULL,
      reason VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
      PRIMARY KEY (tenant_id, kind, at, subject_id),
      KEY insight_facts_contact (tenant_id, contact_id),
      KEY insight_facts_age (at)
    )`,
    `CREATE TABLE IF NOT EXISTS insight_conversations (
      tenant_id BINARY(16) NOT NULL,
      conversation_id BINARY(16) NOT NULL,
      contact_id BINARY(16) NOT NULL,
      status VARCHAR(8) CHARACTER SET ascii NOT NULL,
      opened_at DATETIME(3) NOT NULL,
      waiting_since DATETIME(3) NULL,
      is_answered TINYINT UNSIGNED NOT NULL,
      window_ends_at DATETIME(3) NULL,
      window_counted DATETIME(3) NULL,
      PRIMARY KEY (tenant_id, conversation_id),
      KEY insight_conversations_age (tenant_id, status, opened_at, conversation_id),
      KEY insight_conversations_window (tenant_id, window_ends_at),
      KEY insight_conversations_contact (tenant_id, contact_id)
    )`,
  ],
};
