import type { Migration } from './migration.ts';

/** `model_wishes` becomes `model_requests`: what the dashboard has requested of the models that all workspaces share. */
export const modelRequests: Migration = {
  name: '0030-model-requests',
  statements: [
    // A request that was carried out is deleted, so that a file which somebody adds or deletes by hand stays so.
    `CREATE TABLE IF NOT EXISTS model_requests (
      model_id VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
      request VARCHAR(8) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
      requested_at DATETIME(3) NOT NULL
    )`,
    // Made once more, empty, when this step runs again after a crash behind the DROP.
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
