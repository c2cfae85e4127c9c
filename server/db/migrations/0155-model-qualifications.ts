import type { Migration } from './migration.ts';

/**
 * What the assistant's features are worth with a model on this server, by the digest of its file. `cases` is the run that
 * goes on or was stopped, `result` what the last finished one found. `basis` says what was asked; `run_id` changes with
 * every start, so that a server that was slow cannot add to a later run.
 */
export const modelQualifications: Migration = {
  name: '0155-model-qualifications',
  statements: [
    `CREATE TABLE IF NOT EXISTS model_qualifications (
      digest BINARY(32) NOT NULL PRIMARY KEY,
      model VARCHAR(100) NOT NULL,
      state VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      run_id BINARY(16) NOT NULL,
      basis BINARY(16) NOT NULL,
      started_in BINARY(16) NOT NULL,
      started_at DATETIME(3) NOT NULL,
      holder BINARY(16) NULL,
      held_until DATETIME(3) NULL,
      cases JSON NOT NULL,
      result JSON NULL
    )`,
  ],
};
