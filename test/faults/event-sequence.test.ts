import { expect, it, onTestFinished } from 'vitest';
import { eventsSince } from '../../server/features/events/events.service.ts';
import { OPERATOR } from '../../server/kernel/auth/author.ts';
import { systemClock } from '../../server/kernel/clock/clock.ts';
import type { Change } from '../../server/kernel/context/context.ts';
import { inTransaction } from '../../server/kernel/context/in-transaction.ts';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import { createRelay, readEvents } from '../../server/kernel/outbox/relay.ts';
import { mintTenantScope } from '../../server/kernel/tenancy/mint-tenant-scope.ts';
import { eventually } from '../helpers/platform.ts';
import { createTestDatabase } from '../helpers/test-db.ts';
import { createFaultWorkspace, openMigrated } from './fault-workspace.ts';

const CHANGES = 50;

it('numbers the events of concurrent changes without gaps, in the order of their commits', async () => {
  const made = await createTestDatabase();
  const nodes = await Promise.all([openMigrated(made.url), openMigrated(made.url)]);
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await made.drop();
  });
  const [database, other] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
  const { tenantKey } = await createFaultWorkspace(database);
  const scope = mintTenantScope(tenantKey);
  const rest = { scope, clock: systemClock, author: OPERATOR, claim: null, wakeRelay: () => undefined };
  const contexts = [database, other].map((db) => ({ db, ...rest }));
  const lastSeq = async () => {
    const [row] = await database.select<{ seq: number }>(
      'SELECT seq FROM tenant_counters WHERE tenant_id = :tenantId',
      { tenantId: tenantKey },
    );
    return Number(row?.seq);
  };
  const before = await lastSeq();

  // A reader must always see a prefix: never number 7 while 6 is missing.
  let watching = true;
  const holes: string[] = [];
  const watch = async () => {
    while (watching) {
      const [seen] = await database.select<{ count: number; last: number | null }>(
        'SELECT COUNT(*) AS count, MAX(seq) AS last FROM events WHERE tenant_id = :tenantId',
        { tenantId: tenantKey },
      );
      if (Number(seen?.count) !== Number(seen?.last ?? 0)) holes.push(`${seen?.count} of ${seen?.last}`);
    }
  };
  const watched = watch();
  const outcomes = await Promise.allSettled(
    Array.from({ length: CHANGES }, (_, index) =>
      inTransaction(contexts[index % 2] as (typeof contexts)[0], async (work) => {
        for (let part = 0; part <= index % 3; part += 1) recordDeletion(work, `${index}.${part}`);
        // Every fifth change fails after recording its events: none of them may use up a number.
        if (index % 5 === 0) throw new Error('on purpose');
      }),
    ),
  );
  watching = false;
  await watched;

  expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(CHANGES / 5);
  expect(holes).toEqual([]);
  const rows = await database.select<{ seq: number }>(
    'SELECT seq FROM events WHERE tenant_id = :tenantId AND seq > :before ORDER BY seq',
    { tenantId: tenantKey, before },
  );
  const expected = Array.from({ length: CHANGES }, (_, index) => index)
    .filter((index) => index % 5 !== 0)
    .reduce((sum, index) => sum + (index % 3) + 1, 0);
  expect(rows.map((row) => Number(row.seq))).toEqual(
    Array.from({ length: expected }, (_, index) => before + 1 + index),
  );
  expect(await lastSeq()).toBe(before + expected);
});

it('a page of events that one is committed into has no gap, so nobody loads everything again', async () => {
  const { database, scope } = await openWorkspace();
  const since = (await readEvents(database, scope, 0, 500)).latestSeq;
  const rest = { scope, clock: systemClock, author: OPERATOR, claim: null, wakeRelay: () => undefined };
  const change = (id: string) =>
    inTransaction({ db: database, ...rest }, async (work) => recordDeletion(work, id));
  // After each statement of the page, another change is committed.
  const busy: typeof database = {
    ...database,
    select: async (...args) => {
      const rows = await database.select<never>(...args);
      await change('between');
      return rows;
    },
  };
  const page = await eventsSince({ db: busy, scope }, { role: 'owner' }, { since, limit: 500 });
  expect(page.resyncRequired).toBe(false);
  expect(page.events.map(({ seq }) => seq)).toEqual([since + 1]);
  expect(page.latestSeq).toBe(since + 1);
});

it('a workspace whose wake-up was lost has its turn behind any number of others that stay behind', async () => {
  const { database, scope } = await openWorkspace();
  // Their events are missing, so the relay finds them behind every time.
  const others = Array.from({ length: 250 }, (_, index) => `(x'${String(index + 1).padStart(32, '0')}', 1)`);
  await database.run(`INSERT INTO tenant_counters (tenant_id, seq) VALUES ${others.join()}`);
  const passedOn: string[] = [];
  const relay = createRelay(
    database,
    { sockets: async ({ tenantId }) => void passedOn.push(tenantId) },
    createLogger('silent'),
    { eventSetAside: () => undefined },
  );
  onTestFinished(() => relay.stop());
  const rest = { scope, clock: systemClock, author: OPERATOR, claim: null, wakeRelay: () => undefined };
  await inTransaction({ db: database, ...rest }, async (work) => recordDeletion(work, 'late'));
  relay.start();
  await eventually(async () => passedOn.includes(scope.tenantId));
});

/** Opens a database of its own with one workspace. */
async function openWorkspace() {
  const made = await createTestDatabase();
  const database = await openMigrated(made.url);
  onTestFinished(async () => {
    await database.close();
    await made.drop();
  });
  const { tenantKey } = await createFaultWorkspace(database);
  return { database, scope: mintTenantScope(tenantKey) };
}

/** Records an event that is identified by its id. */
function recordDeletion(work: Change, id: string): void {
  work.record('contact.deleted', { id, conversationId: null });
}

it('one subscriber for which the database is away does not hold up the others, and loses nothing', async () => {
  const { database, scope } = await openWorkspace();
  let isAway = true;
  let setAside = 0;
  const taken = { sockets: [] as number[], webhooks: [] as number[] };
  const relay = createRelay(
    database,
    {
      webhooks: async (_scope, events) => {
        if (isAway) throw Object.assign(new Error('Connection lost'), { fatal: true });
        taken.webhooks.push(...events.map(({ seq }) => seq));
      },
      sockets: async (_scope, events) => void taken.sockets.push(...events.map(({ seq }) => seq)),
    },
    createLogger('silent'),
    {
      eventSetAside: (_subscriber, count) => {
        setAside += count;
      },
    },
  );
  onTestFinished(() => relay.stop());
  const rest = { scope, clock: systemClock, author: OPERATOR, claim: null, wakeRelay: () => undefined };
  await inTransaction({ db: database, ...rest }, async (work) => {
    // More than two pages.
    for (let index = 0; index < 450; index += 1) recordDeletion(work, String(index));
  });
  const { latestSeq } = await readEvents(database, scope, 0, 1);
  relay.start();
  await eventually(async () => taken.sockets.at(-1) === latestSeq);
  expect(taken.webhooks).toEqual([]);
  isAway = false;
  await eventually(async () => taken.webhooks.at(-1) === latestSeq);
  const ofChange = Array.from({ length: 450 }, (_, index) => latestSeq - 449 + index);
  expect(taken.sockets.slice(-450)).toEqual(ofChange);
  expect(taken.webhooks).toEqual(taken.sockets);
  expect(setAside).toBe(0);
});
