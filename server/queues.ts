import type { Database } from './db/database.ts';
import { TEMPLATE_SYNCS } from './features/templates/index.ts';
import { DELIVERIES } from './features/webhooks/index.ts';
import { HELD_SECONDS } from './flows/assist/qualification/qualifications.repository.ts';
import { MEDIA_FETCHES } from './flows/media/media-fetches.repository.ts';
import { SENDS } from './flows/outbound/outbound-sends.repository.ts';
import { JOBS } from './kernel/queue/jobs.ts';
import { LANES } from './kernel/queue/lanes.ts';
import { type Queue, reclaimLeases, reclaimLeasesOf } from './kernel/queue/queue.ts';
import type { StoredTime } from './kernel/queue/stored-times.ts';

/** Every queue of this server. */
export const QUEUES: readonly Queue[] = [LANES, SENDS, JOBS, TEMPLATE_SYNCS, MEDIA_FETCHES, DELIVERIES];

/**
 * Every stored time that work waits for. A step of the database's clock moves all of them
 * (kernel/queue/clock-steps.ts); test/architecture/stored-times.test.ts fails for a column that is missing
 * here.
 */
export const STORED_TIMES: readonly StoredTime[] = [
  ...QUEUES.map(({ table, leaseSeconds }): StoredTime => {
    return { table, column: 'visible_at', where: 'state = 0', is: 'queue', seconds: leaseSeconds };
  }),
  { table: 'webhook_endpoints', column: 'resting_until', is: 'due' },
  // A mail about a failing endpoint would wait longer than a day.
  { table: 'webhook_endpoints', column: 'failing_mailed_at', is: 'past' },
  // The right to probe a paused lane; the pause itself is as long or longer
  // (flows/outbound/send-pauses.repository.ts).
  { table: 'send_pauses', column: 'probe_at', is: 'lease', seconds: 25 },
  { table: 'idempotency_keys', column: 'lease_until', where: 'state = 0', is: 'lease', seconds: 60 },
  { table: 'socket_tickets', column: 'expires_at', is: 'lease', seconds: 30 },
  // A send whose outcome is unknown waits until some seconds after its handover.
  { table: 'outbound_sends', column: 'handed_over_at', is: 'past' },
  { table: 'outbound_sends', column: 'expires_at', is: 'due' },
  { table: 'automation_runs', column: 'due_at', is: 'due' },
  { table: 'after_hours_answers', column: 'due_at', is: 'due' },
  { table: 'assist_drafts', column: 'due_at', is: 'due' },
  { table: 'model_qualifications', column: 'held_until', is: 'lease', seconds: HELD_SECONDS },
  { table: 'reply_proposal_rounds', column: 'due_at', is: 'due' },
  { table: 'reply_proposal_rounds', column: 'started_at', is: 'past' },
  // The age after which a failing job is no longer retried.
  { table: 'jobs', column: 'created_at', is: 'past' },
  // The turns of workspaces that wait for the platform.
  { table: 'channels', column: 'checked_at', is: 'past' },
  // These order fetches, requests and notices: a time in the future would repeat or delay fetches.
  { table: 'template_syncs', column: 'asked_at', is: 'past' },
  { table: 'template_syncs', column: 'synced_at', is: 'past' },
  { table: 'template_syncs', column: 'problem_at', is: 'past' },
  { table: 'templates', column: 'noticed_at', is: 'past' },
  { table: 'templates', column: 'seen_at', is: 'past' },
  // A worker that ended before the step would count as alive until the clock has caught up.
  { table: 'inference_workers', column: 'seen_at', is: 'past' },
];

/** Makes the work of a server that has ended due at once, instead of when its leases end. */
export function reclaimOf(database: Database, leaseTag: Buffer): Promise<void> {
  return reclaimLeasesOf(database, QUEUES, leaseTag);
}

/**
 * Releases everything that a killed server held. Only for the embedded database at the start, when no other
 * process can use it.
 */
export async function reclaimAll(database: Database): Promise<void> {
  await reclaimLeases(database, QUEUES);
  await database.run('/* system: reclaim */ UPDATE send_pauses SET probe_at = UTC_TIMESTAMP(3)');
  await database.run(
    '/* system: reclaim */ UPDATE idempotency_keys SET lease_until = UTC_TIMESTAMP(3) WHERE state = 0',
  );
}
