import type { Migration } from './migration.ts';

/** Requests for the models that all workspaces share. Workers carry them out and report their progress. */
export const models: Migration = {
  name: '0013-models',
  statements: [
    // `here`: download it. `gone`: delete it. A completed request is removed, so that it does not undo what a
    // person later does to the file by hand.
    `CREATE TABLE IF NOT EXISTS model_wishes (
      model_id VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
      wish VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      wished_at DATETIME(3) NOT NULL
    )`,
    // One row: the model that workers serve.
    `CREATE TABLE IF NOT EXISTS model_choice (
      id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
      model_id VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      chosen_at DATETIME(3) NOT NULL
    )`,
  ],
};
