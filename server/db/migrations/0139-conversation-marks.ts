import type { Migration } from './migration.ts';

/**
 * Marks of conversations (decision 0395): what the messages say that the customer has written since the last answer, valid
 * while `waiting_since` is set, and the language that the customer writes. The words and the minutes are the owner's rules.
 */
export const conversationMarks: Migration = {
  name: '0139-conversation-marks',
  statements: [
    `ALTER TABLE conversations
      ADD COLUMN urgent_word VARCHAR(60) NULL,
      ADD COLUMN asked_count TINYINT UNSIGNED NOT NULL DEFAULT 0,
      ADD COLUMN asked_at DATETIME(3) NULL,
      ADD COLUMN is_only_thanks TINYINT UNSIGNED NOT NULL DEFAULT 0,
      ADD COLUMN language VARCHAR(8) CHARACTER SET ascii NULL`,
    `ALTER TABLE assist_settings
      ADD COLUMN urgent_words JSON NULL,
      ADD COLUMN asked_again_minutes SMALLINT UNSIGNED NOT NULL DEFAULT 30`,
  ],
};
