import type { Migration } from './migration.ts';

/** Adds what is needed to undo a merge of contacts for 30 days, and who merged whom (decision 0309). */
export const contactMergeUndo: Migration = {
  name: '0094-contact-merge-undo',
  statements: [
    // Nulls: a merge from before the upgrade, which cannot be undone. `undo_data` is deleted after 30 days.
    `ALTER TABLE contact_merges
       ADD COLUMN merge_id BINARY(16) NULL,
       ADD COLUMN source_name VARCHAR(200) NULL,
       ADD COLUMN author_name VARCHAR(254) NULL,
       ADD COLUMN undo_data LONGTEXT NULL,
       ADD KEY contact_merges_age (merged_at),
       ADD KEY contact_merges_merge (tenant_id, merge_id)`,
    // The keys of the rows that a merge has moved. No foreign key: housekeeping deletes them in steps.
    `CREATE TABLE IF NOT EXISTS contact_merge_rows (
      tenant_id BINARY(16) NOT NULL,
      merge_id BINARY(16) NOT NULL,
      kind VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      row_key VARBINARY(80) NOT NULL,
      PRIMARY KEY (tenant_id, merge_id, kind, row_key)
    )`,
  ],
};
