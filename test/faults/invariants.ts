import { expect } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { asJson } from '../../server/db/define-model.ts';
import { encodeId } from '../../server/kernel/ids.ts';
import { type MessageStatus, STATUS_RANK } from '../../shared/domain/message-status.ts';
import { eventually } from '../helpers/platform.ts';
import { expectSearchInStep } from '../helpers/search-index.ts';
import type { FaultRig } from './fault-rig.ts';

const QUEUES = ['work_lanes', 'outbound_sends', 'jobs'] as const;

/** Ends the leases of interrupted inbound work. Unlike `passTime`, it leaves sends waiting for their status. */
export async function expireLanes({ database }: { database: Database }): Promise<void> {
  await database.run(
    'UPDATE work_lanes SET visible_at = UTC_TIMESTAMP(3) WHERE state = 0 AND visible_at > UTC_TIMESTAMP(3)',
  );
}

/** Longer than the test phones take from one status to the next. */
const QUIET_MS = 500;

/**
 * Waits until the platform has delivered its callbacks, the server has processed them, and
 * nothing has happened for a while, because a phone may still report a status.
 */
export async function settle({ platform, database }: FaultRig, ms = 30_000): Promise<void> {
  let last = '';
  let since = Date.now();
  await eventually(async () => {
    const pending = await platform.control('GET', '/callbacks');
    const [now] = await database.select<{ open: number; events: number }>(
      `SELECT (SELECT COUNT(*) FROM inbound_callbacks WHERE state = 0) AS open,
         (SELECT COUNT(*) FROM events) AS events`,
    );
    const seen = `${pending.body.data.length} ${now?.open} ${now?.events}`;
    if (seen !== last) since = Date.now();
    last = seen;
    return seen.startsWith('0 0 ') && Date.now() - since >= QUIET_MS;
  }, ms).catch(() => {
    throw new Error(`not quiet within ${ms} ms; callbacks to deliver, to process, and events: ${last}`);
  });
}

/** Waits until no send is pending. */
export async function untilSent({ database }: FaultRig, ms = 30_000): Promise<void> {
  await eventually(async () => {
    const [open] = await database.select<{ count: number }>('SELECT COUNT(*) AS count FROM outbound_sends');
    return Number(open?.count) === 0;
  }, ms);
}

/**
 * Lets time pass for everything that waits: leases and the wait after an unknown outcome use the
 * database's clock, so making rows `seconds` older has the same effect as a later clock.
 */
export async function passTime({ database }: FaultRig, seconds: number): Promise<void> {
  for (const table of QUEUES) {
    await database.run(
      `UPDATE ${table} SET visible_at = visible_at - INTERVAL ${seconds} SECOND WHERE state = 0`,
    );
  }
  await database.run(
    `UPDATE outbound_sends SET handed_over_at = handed_over_at - INTERVAL ${seconds} SECOND
     WHERE handed_over_at IS NOT NULL`,
  );
  await database.run(
    `UPDATE inbound_callbacks SET received_at = received_at - INTERVAL ${seconds} SECOND WHERE state = 0`,
  );
  await database.run(`UPDATE send_pauses SET probe_at = probe_at - INTERVAL ${seconds} SECOND`);
}

/** Checks what must hold for an idle workspace, whatever happened to it. */
export async function expectConsistent(rig: FaultRig): Promise<void> {
  await expectGaplessEvents(rig);
  await expectStatusesNeverRegress(rig);
  await expectCounters(rig);
  await expectNothingLeased(rig);
}

async function expectGaplessEvents({ database, workspace }: FaultRig): Promise<void> {
  const tenantId = workspace.tenantKey;
  const [events] = await database.select<{ first: number; last: number; count: number; kept: number }>(
    `SELECT MIN(seq) AS first, MAX(seq) AS last, COUNT(*) AS count,
       (SELECT seq FROM tenant_counters WHERE tenant_id = :tenantId) AS kept
     FROM events WHERE tenant_id = :tenantId`,
    { tenantId },
  );
  const { first, last, count, kept } = events ?? { first: 0, last: 0, count: 0, kept: 0 };
  expect({ first: Number(first), last: Number(last), kept: Number(kept) }).toEqual({
    first: 1,
    last: Number(count),
    kept: Number(count),
  });
}

/** Checks the event log, which is what every open inbox was shown. */
async function expectStatusesNeverRegress({ database, workspace }: FaultRig): Promise<void> {
  const rows = await database.select<{ payload: unknown }>(
    `SELECT payload FROM events WHERE tenant_id = :tenantId
       AND name IN ('message.received', 'message.queued', 'message.updated') ORDER BY seq`,
    { tenantId: workspace.tenantKey },
  );
  const last = new Map<string, MessageStatus>();
  const regressed: string[] = [];
  for (const row of rows) {
    const { message } = asJson<{ message: { id: string; status: MessageStatus } }>(row.payload);
    const before = last.get(message.id);
    if (before !== undefined && STATUS_RANK[message.status] < STATUS_RANK[before]) {
      regressed.push(`${message.id}: ${before} → ${message.status}`);
    }
    last.set(message.id, message.status);
  }
  expect(regressed).toEqual([]);
  const stored = await database.select<{ id: Buffer; status: MessageStatus }>(
    'SELECT id, status FROM messages WHERE tenant_id = :tenantId',
    { tenantId: workspace.tenantKey },
  );
  const shown = stored.map(({ id, status }) => [encodeId('message', id), status] as const);
  expect(Object.fromEntries(last)).toEqual(Object.fromEntries(shown));
}

async function expectCounters({ database, workspace }: FaultRig): Promise<void> {
  const wrong = await database.select<object>(
    `SELECT HEX(c.id) AS id, c.message_count, c.unread_count, COUNT(m.id) AS messages,
       SUM(m.direction = 'inbound' AND m.type <> 'system') AS unread
     FROM conversations c LEFT JOIN messages m ON m.tenant_id = c.tenant_id AND m.conversation_id = c.id
     WHERE c.tenant_id = :tenantId GROUP BY c.id
     HAVING c.message_count <> messages OR c.unread_count <> unread`,
    { tenantId: workspace.tenantKey },
  );
  expect(wrong).toEqual([]);
  await expectSearchInStep(database, workspace.tenantKey);
}

async function expectNothingLeased({ database }: FaultRig): Promise<void> {
  for (const table of QUEUES) {
    const [row] = await database.select<{ count: number }>(
      `SELECT COUNT(*) AS count FROM ${table} WHERE lease_token IS NOT NULL`,
    );
    expect({ table, leased: Number(row?.count) }).toEqual({ table, leased: 0 });
  }
}
