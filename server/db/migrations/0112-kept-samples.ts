import type { Migration } from './migration.ts';

/** One sample of a worker in five minutes is kept for a week; the others for a quarter of an hour, as before. */
export const keptSamples: Migration = {
  name: '0112-kept-samples',
  statements: [
    `ALTER TABLE inference_samples
       ADD COLUMN is_kept TINYINT(1) NOT NULL DEFAULT 0,
       DROP KEY inference_samples_age,
       ADD KEY inference_samples_age (is_kept, at)`,
  ],
};
