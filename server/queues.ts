import type { Database } from './db/database.ts';
import { TEMPLATE_SYNCS } from './features/templates/index.ts';
import { DELIVERIES } from './features/webhooks/index.ts';
import { HELD_SECONDS } from './flows/assist/qualification/qualifications.repository.ts';
import { MEDIA_FETCHES, NO_CHANNEL } from './flows/media/media-fetches.repository.ts';
import { SENDS } from './flows/outbound/outbound-sends.repository.ts';
import { PAUSE_HOLDS } from './flows/outbound/send-pauses.repository.ts';
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
  { table: 'rehearsal_customers', column: 'due_at', is: 'due' },
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

const secondsSince = (time: string) => `TIMESTAMPDIFF(SECOND, ${time}, UTC_TIMESTAMP(3))`;

/** Of a queue from which everything that is due is taken in its order. */
const oldestDue = ({ table }: Queue) =>
  `SELECT ${secondsSince('MIN(visible_at)')} AS age FROM ${table} FORCE INDEX (${table}_claim) WHERE state = 0`;

/**
 * The age of the oldest work of each queue that could be done now: not what waits for a retry, for its turn behind another
 * message of the contact, for the platform of a paused workspace, or for an endpoint that rests.
 */
const OLDEST: Readonly<Record<string, string>> = {
  inbound_callbacks: `SELECT ${secondsSince('MIN(received_at)')} AS age
    FROM inbound_callbacks FORCE INDEX (inbound_callbacks_age) WHERE state = 0`,
  outbound_sends: `SELECT MAX(lane.age) AS age FROM (
    SELECT (SELECT ${secondsSince('q.visible_at')} FROM outbound_sends q FORCE INDEX (outbound_sends_lane)
        WHERE q.tenant_id = w.tenant_id AND q.state = 0 AND q.visible_at <= UTC_TIMESTAMP(3) AND q.broadcast_id IS NULL
          AND NOT EXISTS (SELECT 1 FROM outbound_sends e WHERE e.tenant_id = q.tenant_id AND e.contact_id = q.contact_id
            AND e.state = 0 AND e.broadcast_id IS NULL AND e.id < q.id)
        ORDER BY q.visible_at LIMIT 1) AS age
    FROM (SELECT tenant_id, MIN(visible_at) AS dueAt FROM outbound_sends FORCE INDEX (outbound_sends_lane)
        WHERE state = 0 GROUP BY tenant_id) w
      LEFT JOIN send_pauses p ON p.tenant_id = w.tenant_id
      LEFT JOIN cloud_api_settings s ON s.tenant_id = w.tenant_id
    WHERE w.dueAt <= UTC_TIMESTAMP(3) AND NOT (${PAUSE_HOLDS})) lane`,
  jobs: oldestDue(JOBS),
  template_syncs: oldestDue(TEMPLATE_SYNCS),
  media_fetches: oldestDue(MEDIA_FETCHES),
  webhook_deliveries: `SELECT MAX(${secondsSince('GREATEST(q.dueAt, COALESCE(e.resting_until, q.dueAt))')}) AS age FROM (
      SELECT endpoint_id, MIN(visible_at) AS dueAt FROM webhook_deliveries FORCE INDEX (webhook_deliveries_claim)
      WHERE state = 0 GROUP BY endpoint_id) q
    JOIN webhook_endpoints e ON e.id = q.endpoint_id AND e.state IN ('active', 'failing')
    LEFT JOIN work_lanes l ON l.id = e.id AND l.lease_token IS NOT NULL AND l.visible_at > UTC_TIMESTAMP(3)
    WHERE l.id IS NULL`,
  events: `SELECT MAX(${secondsSince('e.created_at')}) AS age
    FROM tenant_counters c LEFT JOIN event_relays r ON r.tenant_id = c.tenant_id
      JOIN events e ON e.tenant_id = c.tenant_id AND e.seq = COALESCE(r.seq, 0) + 1
    WHERE c.seq > COALESCE(r.seq, 0)`,
};

/** Tries after which a file of a customer is not just late, and a job: the tenth is after a quarter of an hour. */
const FILE_TRIES = 5;
const JOB_TRIES = 10;

/**
 * What waits although workers try: it is not in `OLDEST`, and may wait for long. Workspaces with
 * messages that wait, by the reason of their pause; files of customers; jobs, of which deletions never give up; endpoints of
 * webhooks.
 */
const FAILING = `SELECT CONCAT('sends_', p.reason) AS what, COUNT(*) AS count
    FROM send_pauses p LEFT JOIN cloud_api_settings s ON s.tenant_id = p.tenant_id
    WHERE ${PAUSE_HOLDS} AND EXISTS (SELECT 1 FROM outbound_sends q FORCE INDEX (outbound_sends_lane)
      WHERE q.tenant_id = p.tenant_id AND q.state = 0) GROUP BY p.reason
  UNION ALL SELECT 'media_fetches', COUNT(*) FROM (SELECT id FROM media_fetches
    WHERE state = 0 AND attempts >= ${FILE_TRIES} AND COALESCE(last_error, '') <> '${NO_CHANNEL}' LIMIT 10000) files
  UNION ALL SELECT 'jobs', COUNT(*) FROM (SELECT id FROM jobs
    WHERE state = 0 AND attempts >= ${JOB_TRIES} LIMIT 10000) retried
  UNION ALL SELECT 'webhook_endpoints', COUNT(*) FROM webhook_endpoints
    WHERE state = 'failing' AND listener_answer IS NULL`;

const NOTHING_FAILING = [
  'sends_down',
  'sends_throttled',
  'sends_credentials',
  'media_fetches',
  'jobs',
  'webhook_endpoints',
];

/** Returns how much is tried in vain, by kind. */
export async function failingCounts(database: Database): Promise<ReadonlyMap<string, number>> {
  const counts = new Map(NOTHING_FAILING.map((what) => [what, 0]));
  const rows = await database.select<{ what: string; count: number }>(`/* system: metrics */ ${FAILING}`);
  for (const { what, count } of rows) counts.set(what, Number(count));
  return counts;
}

/** Returns how many seconds the oldest work of each queue has waited that could be done; 0 where there is none. */
export async function queueAges(database: Database): Promise<ReadonlyMap<string, number>> {
  const ages = new Map<string, number>();
  for (const [queue, sql] of Object.entries(OLDEST)) {
    const [row] = await database.select<{ age: number | null }>(`/* system: metrics */ ${sql}`);
    ages.set(queue, Math.max(0, Number(row?.age ?? 0)));
  }
  return ages;
}
