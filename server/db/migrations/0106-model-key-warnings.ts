import type { Migration } from './migration.ts';

/** Owners and admins are warned before a key of the model expires. */
export const modelKeyWarnings: Migration = {
  name: '0106-model-key-warnings',
  statements: [
    `ALTER TABLE inference_keys
       ADD COLUMN warned_days TINYINT UNSIGNED NULL,
       ADD KEY inference_keys_expiry (expires_at)`,
  ],
};
