import type { Migration } from './migration.ts';

/** Replaces `model_wishes` by `model_requests`: requests for the models that all workspaces share. */
export const modelRequests: Migration = {
  name: '0030-model-requests',
  statements: [
    // A completed request is deleted, so that it does not undo what a person later does to the file by hand.
    `CREATE TABLE IF NOT EXISTS model_requests (
      model_id VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
      request VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      requested_at DATETIME(3) NOT NULL
    )`,
    // Created again, empty, when this step runs again after a crash that followed the DROP.
    `CREATE TABLE IF NOT EXISTS model_wishes (
      model_id VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
      wish VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      wished_at DATETIME(3) NOT NULL
    )`,
    `INSERT IGNORE INTO model_requests (model_id, request, requested_at)
     SELECT model_id, IF(wish = 'gone', 'remove', 'download'), wished_at FROM model_wishes`,
    'DROP TABLE IF EXISTS model_wishes',
    // The built-in model has a new name.
    "UPDATE model_choice SET model_id = 'tiny-test' WHERE model_id = 'tiny-nonsense'",
  ],
};
