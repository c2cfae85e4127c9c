import type { Migration } from './migration.ts';

/**
 * Texts that people have sent from the inbox, by day: whether a suggestion was shown, whether the text began as one, and how
 * long the customer had waited, as a bucket of a histogram; -1 where nobody waited or the time was chosen.
 */
export const assistAnswers: Migration = {
  name: '0144-assist-answers',
  statements: [
    `CREATE TABLE IF NOT EXISTS assist_answers (
      tenant_id BINARY(16) NOT NULL,
      day DATE NOT NULL,
      was_shown TINYINT UNSIGNED NOT NULL,
      began TINYINT UNSIGNED NOT NULL,
      bucket SMALLINT NOT NULL,
      count INT UNSIGNED NOT NULL,
      PRIMARY KEY (tenant_id, day, was_shown, began, bucket),
      KEY assist_answers_day (day),
      CONSTRAINT assist_answers_of_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE CASCADE
    )`,
  ],
};
