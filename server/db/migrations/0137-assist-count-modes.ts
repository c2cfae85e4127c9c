import type { Migration } from './migration.ts';

/**
 * What was counted in test mode is kept apart from what people saw. mode: 0 on, 1 test. Rows of earlier versions, which
 * mixed both, keep 2 and are in no result; so do those of a server that is not updated yet.
 */
export const assistCountModes: Migration = {
  name: '0137-assist-count-modes',
  statements: [
    `ALTER TABLE assist_counts ADD COLUMN mode TINYINT UNSIGNED NOT NULL DEFAULT 2,
       DROP PRIMARY KEY, ADD PRIMARY KEY (tenant_id, day, feature, mode, outcome, language, model)`,
  ],
};
