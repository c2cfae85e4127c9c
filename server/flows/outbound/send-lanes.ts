import type { Database } from '../../db/database.ts';
import { newKey } from '../../kernel/ids.ts';
import type { Claimed } from '../../kernel/jobs/claim.ts';
import type { SendPace } from './send-pace.ts';
import { PAUSE_HOLDS, takeProbe } from './send-pauses.repository.ts';

/** Which of the waiting sends this process takes next. */
export interface SendLanes {
  claim(room: number): Promise<Claimed>;
  /** Whether the send goes out alone, to find out whether the platform is back. */
  isProbe(id: Buffer): boolean;
  /** The send is no longer in hand. */
  done(id: Buffer): void;
}

export interface SendLanesOptions {
  leaseSeconds: number;
  /** Sends of one workspace at a time; the rest of the slots is for others. */
  perLane: number;
  /** The last free slots go to workspaces that have hardly any in hand. */
  reserved: number;
}

/** Who has this few in hand may take the reserved slots. */
const HARDLY_ANY = 2;

/** Only the oldest waiting message of a contact may go: messages reach a person in the order they were written. */
const OLDEST_OF_CONTACT = `NOT EXISTS (
  SELECT 1 FROM outbound_sends e
  WHERE e.tenant_id = q.tenant_id AND e.contact_id = q.contact_id AND e.id < q.id)`;

/** One read of the index per workspace, however many sends each of them has waiting. */
const LANES = `/* system: claim */ SELECT w.tenant_id AS tenantId, ${PAUSE_HOLDS} AS isPaused,
    p.probe_at <= UTC_TIMESTAMP(3) AS isProbeDue
  FROM (SELECT tenant_id, MIN(visible_at) AS dueAt FROM outbound_sends FORCE INDEX (outbound_sends_lane)
        WHERE state = 0 GROUP BY tenant_id) w
  LEFT JOIN send_pauses p ON p.tenant_id = w.tenant_id
  LEFT JOIN cloud_api_settings s ON s.tenant_id = w.tenant_id
  WHERE w.dueAt <= UTC_TIMESTAMP(3)`;

interface Candidate {
  id: Buffer;
  contactId: Buffer;
}

/**
 * Waiting sends stand in lanes, one for each workspace. A lane that is closed gives one probe at a time,
 * and no lane can fill all the slots: a workspace whose sends hang does not hold up another's.
 */
export function createSendLanes(
  database: Database,
  pace: SendPace,
  { leaseSeconds, perLane, reserved }: SendLanesOptions,
): SendLanes {
  const inHand = new Map<string, { lane: string; isProbe: boolean }>();

  const countOf = (lane: string) => [...inHand.values()].filter((one) => one.lane === lane).length;

  async function claim(room: number): Promise<Claimed> {
    const token = newKey();
    const rows = await database.select<{ tenantId: Buffer; isPaused: number; isProbeDue: number | null }>(
      LANES,
    );
    const lanes = rows
      .filter((row) => !row.isPaused || row.isProbeDue)
      .map((row) => ({ ...row, name: row.tenantId.toString('hex') }))
      .map((row) => ({ ...row, held: countOf(row.name) }))
      .sort((a, b) => a.held - b.held);
    const ids: Buffer[] = [];
    for (const lane of lanes) {
      const left = room - ids.length;
      const share = left > reserved ? left - reserved : lane.held < HARDLY_ANY ? Math.min(left, 1) : 0;
      const most = lane.isPaused
        ? Math.min(left, 1)
        : Math.min(share, perLane - lane.held, pace.allowance(lane.name));
      if (most <= 0) continue;
      const taken = await take(lane.tenantId, token, most, Boolean(lane.isPaused));
      for (const { id, contactId } of taken) {
        pace.spend(lane.name, contactId.toString('hex'));
        inHand.set(id.toString('hex'), { lane: lane.name, isProbe: Boolean(lane.isPaused) });
        ids.push(id);
      }
    }
    return { token, ids };
  }

  /** Takes up to so many of one lane. A probe is the one that was tried least: a bad message is not asked twice in a row. */
  async function take(tenantId: Buffer, token: Buffer, most: number, isProbe: boolean): Promise<Candidate[]> {
    const candidates = await database.select<Candidate>(
      `SELECT q.id, q.contact_id AS contactId FROM outbound_sends q FORCE INDEX (outbound_sends_lane)
       WHERE q.tenant_id = :tenantId AND q.state = 0 AND q.visible_at <= UTC_TIMESTAMP(3) AND ${OLDEST_OF_CONTACT}
       ORDER BY ${isProbe ? 'q.attempts, ' : ''}q.visible_at, q.id LIMIT ${most}`,
      { tenantId },
    );
    const ready: Candidate[] = [];
    for (const candidate of candidates) {
      const wait = pace.waitFor(tenantId.toString('hex'), candidate.contactId.toString('hex'));
      if (wait === 0) ready.push(candidate);
      else await leaveAlone(tenantId, candidate.id, wait);
    }
    if (ready.length === 0) return [];
    if (isProbe && !(await takeProbe(database, tenantId))) return [];
    const claimed = await database.run(
      `UPDATE outbound_sends SET lease_token = :token, attempts = attempts + 1,
         visible_at = UTC_TIMESTAMP(3) + INTERVAL ${leaseSeconds} SECOND
       WHERE tenant_id = :tenantId AND id IN (:ids) AND state = 0 AND visible_at <= UTC_TIMESTAMP(3)`,
      { token, tenantId, ids: ready.map((row) => row.id).sort(Buffer.compare) },
    );
    if (claimed === ready.length) return ready;
    return database.select<Candidate>(
      'SELECT id, contact_id AS contactId FROM outbound_sends WHERE tenant_id = :tenantId AND lease_token = :token',
      { tenantId, token },
    );
  }

  async function leaveAlone(tenantId: Buffer, id: Buffer, ms: number): Promise<void> {
    await database.run(
      `UPDATE outbound_sends SET visible_at = UTC_TIMESTAMP(3) + INTERVAL ${ms * 1_000} MICROSECOND
       WHERE tenant_id = :tenantId AND id = :id AND state = 0 AND lease_token IS NULL`,
      { tenantId, id },
    );
  }

  return {
    claim,
    isProbe: (id) => inHand.get(id.toString('hex'))?.isProbe ?? false,
    done: (id) => {
      inHand.delete(id.toString('hex'));
    },
  };
}
