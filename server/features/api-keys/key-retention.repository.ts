import type { Database } from '../../db/database.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';

/** Returns the steps that delete API keys 400 days after their revocation. The audit log keeps their names. */
export function apiKeyRetention(db: Database): HousekeepingStep[] {
  const step = (name: string, sql: string): HousekeepingStep => ({
    name,
    sweep: () => inBatches(() => db.run(`/* system: housekeeping */ ${sql} LIMIT ${BATCH_ROWS}`)),
  });
  return [
    step('api_keys', 'DELETE FROM api_keys WHERE revoked_at < UTC_TIMESTAMP(3) - INTERVAL 400 DAY'),
    step(
      'api_key_usage',
      `DELETE FROM api_key_usage WHERE last_used_at < UTC_TIMESTAMP(3) - INTERVAL 400 DAY
         AND NOT EXISTS (SELECT 1 FROM api_keys k WHERE k.id = api_key_usage.key_id)`,
    ),
  ];
}
