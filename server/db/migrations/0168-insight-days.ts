import type { Migration } from './migration.ts';

/** How far days are counted beside the hours (decision 0403). Workspaces begin with none, and get them with their next event. */
export const insightDays: Migration = {
  name: '0168-insight-days',
  statements: ['ALTER TABLE insight_cursors ADD COLUMN days_seq BIGINT UNSIGNED NULL'],
};
