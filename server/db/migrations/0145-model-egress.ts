import type { Migration } from './migration.ts';

/** Bytes that left the server's machine for the model, by day and by the host that received them. */
export const modelEgress: Migration = {
  name: '0145-model-egress',
  statements: [
    `CREATE TABLE IF NOT EXISTS model_egress (
      day DATE NOT NULL,
      host VARCHAR(255) NOT NULL,
      bytes BIGINT UNSIGNED NOT NULL,
      PRIMARY KEY (day, host)
    )`,
  ],
};
