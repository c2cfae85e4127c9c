import type { Migration } from './migration.ts';

/** An index by age, so that the deletion of old usage of model keys reads only the rows that it deletes. */
export const inferenceUsageAge: Migration = {
  name: '0041-inference-usage-age',
  statements: ['ALTER TABLE inference_key_usage ADD KEY inference_key_usage_age (day)'],
};
