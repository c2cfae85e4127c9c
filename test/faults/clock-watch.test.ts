import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { newKey } from '../../server/kernel/ids.ts';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import { createMetrics } from '../../server/kernel/metrics/metrics.ts';
import { createClockWatch } from '../../server/kernel/queue/clock-steps.ts';
import { JOBS } from '../../server/kernel/queue/jobs.ts';
import { claimDue } from '../../server/kernel/queue/queue.ts';
import { STORED_TIMES } from '../../server/queues.ts';
import { createDatabaseClock } from '../helpers/database-clock.ts';
import { isSoak } from '../helpers/lane.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';

const clock = createDatabaseClock();
const metrics = createMetrics();
const logs: string[] = [];
const logger = createLogger('info', { write: (line) => void logs.push(line) });
let made: TestDatabase;
let database: Database;
/** A statement to fail once. */
let breaking: RegExp | null = null;

beforeAll(async () => {
  made = await createTestDatabase();
  database = openDatabase(made.url, {
    onStatement: (sql) => {
      if (!breaking?.test(sql)) return;
      breaking = null;
      throw new Error('the server was killed here');
    },
  });
  clock.attachTo(database);
  await migrate(database);
});
afterAll(async () => {
  await database.close();
  await made.drop();
});
beforeEach(async () => {
  clock.setOffset(0);
  logs.length = 0;
  await database.run('DELETE FROM jobs');
  await database.run('UPDATE database_clock SET newest_at = UTC_TIMESTAMP(3), steps = 0');
});

/** Checks the clock once, like a server that has just started. */
async function checkClock(): Promise<void> {
  const watch = createClockWatch(database, logger, metrics, STORED_TIMES);
  watch.start();
  await watch.stop();
}

/** Stores a job that is due, or whose lease ends, in this many seconds by the current clock. */
async function addJob(seconds: number, token: Buffer | null = null): Promise<Buffer> {
  const id = newKey();
  await database.run(
    `INSERT INTO jobs (id, tenant_id, kind, payload, visible_at, created_at, lease_token)
     VALUES (:id, :tenantId, 'test', '{}', UTC_TIMESTAMP(3) + INTERVAL ${seconds} SECOND, UTC_TIMESTAMP(3), :token)`,
    { id, tenantId: randomBytes(16), token },
  );
  return id;
}

/** Returns in how many seconds by the current clock each of the jobs is due. */
async function waits(...ids: Buffer[]): Promise<number[]> {
  const rows = await database.select<{ id: Buffer; wait: number }>(
    'SELECT id, TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(3), visible_at) / 1000000 AS wait FROM jobs',
  );
  return ids.map((id) => Number(rows.find((row) => row.id.equals(id))?.wait));
}

/** Allows for the test's own duration. A step is never overestimated, so nothing is due early. */
function expectWaits(found: readonly number[], wanted: readonly number[]): void {
  for (const [index, wait] of found.entries()) {
    expect(wait).toBeLessThanOrEqual((wanted[index] ?? 0) + 1);
    expect(wait).toBeGreaterThan((wanted[index] ?? 0) - 8);
  }
}

describe.each(isSoak ? [120, 3 * 60 * 60] : [120])('when the database clock steps back by %i s', (step) => {
  it('due jobs stay due, waiting jobs wait as long as before, and the order is kept', async () => {
    const due = await addJob(-1);
    const later = await addJob(600);
    const last = await addJob(4 * 60 * 60);
    clock.setOffset(-step);
    await checkClock();
    expectWaits(await waits(due, later, last), [-1, 600, 4 * 60 * 60]);
    const { ids } = await claimDue(database, JOBS, 10);
    expect(ids).toEqual([due]);
  });

  it('a lease from before the step ends on time, and one from after it is not shortened', async () => {
    const dead = await addJob(10, newKey());
    const waiting = await addJob(-1);
    clock.setOffset(-step);
    await database.run('UPDATE jobs SET visible_at = UTC_TIMESTAMP(3) WHERE id = :id', { id: waiting });
    const { ids } = await claimDue(database, JOBS, 10);
    expect(ids).toEqual([waiting]);
    await checkClock();
    expectWaits(await waits(dead, waiting), [10, 60]);
    expect((await claimDue(database, JOBS, 10)).ids).toEqual([]);
  });

  it('a server that crashes in the middle changes nothing, and the next one handles the step once', async () => {
    const later = await addJob(600);
    clock.setOffset(-step);
    breaking = /UPDATE database_clock SET newest_at = :now/;
    await checkClock();
    expectWaits(await waits(later), [600 + step]);
    await checkClock();
    await checkClock();
    expectWaits(await waits(later), [600]);
    const warnings = logs.filter((line) => line.includes('stepped back'));
    expect(warnings).toHaveLength(1);
    expect(JSON.parse(warnings[0] ?? '{}')).toMatchObject({ level: 40 });
  });

  it('several servers that detect a step together handle and count it once', async () => {
    const later = await addJob(600);
    const before = await countSteps();
    clock.setOffset(-step);
    await Promise.all(Array.from({ length: 5 }, checkClock));
    expectWaits(await waits(later), [600]);
    expect((await countSteps()) - before).toBe(1);
  });

  it('an upload, a pause and an Idempotency-Key keep their times too', async () => {
    const [id, tenantId] = [newKey(), randomBytes(16)];
    await database.run(
      `INSERT INTO outbound_sends (id, tenant_id, contact_id, visible_at, attempts, handed_over_at)
       VALUES (:id, :tenantId, :id, UTC_TIMESTAMP(3), 1, UTC_TIMESTAMP(3) - INTERVAL 5 SECOND)`,
      { id, tenantId },
    );
    await database.run(
      `INSERT INTO send_pauses (tenant_id, reason, failures, probe_at, since)
       VALUES (:tenantId, 'down', 1, UTC_TIMESTAMP(3) + INTERVAL 8 SECOND, UTC_TIMESTAMP(3))`,
      { tenantId },
    );
    await database.run(
      `INSERT INTO idempotency_keys (tenant_id, key_hash, fingerprint, token, lease_until, expires_at)
       VALUES (:tenantId, :hash, :hash, :id, UTC_TIMESTAMP(3) + INTERVAL 9 SECOND, UTC_TIMESTAMP(3))`,
      { tenantId, hash: randomBytes(32), id },
    );
    clock.setOffset(-step);
    await checkClock();
    const [row] = await database.select<Record<'handed' | 'probe' | 'lease', number>>(
      `SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), s.handed_over_at) AS handed,
         TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), p.probe_at) AS probe,
         TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(3), k.lease_until) AS \`lease\`
       FROM outbound_sends s JOIN send_pauses p ON p.tenant_id = s.tenant_id
       JOIN idempotency_keys k ON k.tenant_id = s.tenant_id WHERE s.tenant_id = :tenantId`,
      { tenantId },
    );
    expectWaits([Number(row?.handed), Number(row?.probe), Number(row?.lease)], [-5, 8, 9]);
  });
});

describe('the clock watch', () => {
  it('measures the step with its own monotonic clock', async () => {
    const watch = createClockWatch(database, logger, metrics, STORED_TIMES);
    watch.start();
    await expect.poll(watched).toBeGreaterThan(0);
    const later = await addJob(600);
    clock.setOffset(-3_600);
    await expect.poll(async () => (await waits(later))[0]).toBeLessThan(601);
    await watch.stop();
    expectWaits(await waits(later), [600]);
  });

  it('changes nothing while the clock runs normally or jumps ahead', async () => {
    const [leased, later] = [await addJob(50, newKey()), await addJob(600)];
    await checkClock();
    clock.setOffset(300);
    await checkClock();
    expectWaits(await waits(leased, later), [-250, 300]);
    expect(logs).toEqual([]);
    // The stored mark has advanced: the step back to real time is detected, and later rows are moved.
    const ahead = await addJob(30);
    clock.setOffset(0);
    await checkClock();
    expectWaits(await waits(ahead), [30]);
  });

  async function watched(): Promise<number> {
    const [row] = await database.select<{ age: number }>(
      'SELECT TIMESTAMPDIFF(MICROSECOND, newest_at, UTC_TIMESTAMP(3)) AS age FROM database_clock',
    );
    return Number(row?.age);
  }
});

async function countSteps(): Promise<number> {
  const line = /^switchboard_database_clock_steps_total (\d+)$/m.exec(await metrics.text());
  return Number(line?.[1] ?? 0);
}
