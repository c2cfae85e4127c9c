import type { Migration } from './migration.ts';

/** What was asked of the models that all workspaces share; the workers do it and tell how far they are. */
export const models: Migration = {
  name: '0013-models',
  statements: [
    // `here`: fetch it. `gone`: delete it. A wish that has come true is removed, so that a file which
    // somebody puts or deletes by hand later stays as they left it.
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
