import type { Migration } from './migration.ts';

/** The files of each workspace that have yet to be downloaded are a lane, so that workspaces take turns (decision 0375). */
export const fetchLanes: Migration = {
  name: '0151-fetch-lanes',
  statements: ['ALTER TABLE media_fetches ADD KEY media_fetches_lane (tenant_id, state, visible_at, id)'],
};
