import type { Migration } from './migration.ts';

/** Lets a broadcast go to a segment: with the name and the filter that it had when the broadcast was created. */
export const broadcastSegments: Migration = {
  name: '0091-broadcast-segments',
  statements: [
    `ALTER TABLE broadcasts
      ADD COLUMN audience_segment VARCHAR(60) NULL AFTER audience_tag,
      ADD COLUMN audience_filter JSON NULL AFTER audience_segment`,
  ],
};
