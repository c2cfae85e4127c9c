import type { Migration } from './migration.ts';

/** Adds whether a contact wants marketing, since when and according to whom, and whether they are blocked. */
export const contactConsent: Migration = {
  name: '0071-contact-consent',
  statements: [
    `ALTER TABLE contacts
      ADD COLUMN marketing VARCHAR(12) CHARACTER SET ascii NOT NULL DEFAULT 'unknown',
      ADD COLUMN marketing_at DATETIME(3) NULL,
      ADD COLUMN marketing_source VARCHAR(8) CHARACTER SET ascii NULL,
      ADD COLUMN is_blocked TINYINT NOT NULL DEFAULT 0,
      ADD KEY contacts_blocked (tenant_id, is_blocked, id)`,
  ],
};
