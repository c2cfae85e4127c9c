import type { Migration } from './migration.ts';

/** When the bytes of a workspace's files were last added up, so that one server does it once a day. */
export const mediaUsageRecount: Migration = {
  name: '0044-media-usage-recount',
  statements: ['ALTER TABLE media_usage ADD COLUMN counted_at DATETIME(3) NULL'],
};
