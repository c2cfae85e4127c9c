import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { provisionTenant } from '../../server/flows/access/provision-tenant.ts';
import { draftBudget, spendDraftTime } from '../../server/flows/assist/drafts/draft-time.repository.ts';
import { createDraftWorker } from '../../server/flows/assist/drafts/draft-worker.ts';
import { hasClearReply } from '../../server/flows/assist/drafts/gate.ts';
import type { AssistConversation } from '../../server/flows/assist/read-conversation.ts';
import { systemClock } from '../../server/kernel/clock/clock.ts';
import { operatorContext, type Resources } from '../../server/kernel/context/context.ts';
import { keyringOf } from '../../server/kernel/crypto/keyring.ts';
import { createCursors } from '../../server/kernel/http/cursor.ts';
import { encodeId, newKey } from '../../server/kernel/ids.ts';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import type { TenantScope } from '../../server/kernel/tenancy/tenant-scope.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';
import { SECRET_KEY } from '../helpers/test-server.ts';

/** A database without a server: nothing but the worker of the test takes drafts. */
let own: TestDatabase;
let database: Database;
let scope: TenantScope;
/** The conversations whose draft was begun, in their order. */
const begun: string[] = [];
let resources: Resources;

beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.url, {});
  const keyring = keyringOf({ ...readConfig({ NODE_ENV: 'test' }), secretKey: SECRET_KEY });
  ({ scope } = await provisionTenant(
    { db: database, clock: systemClock, keyring },
    { workspaceName: 'W', name: 'Owner', email: 'owner@order.test', password: 'correct horse battery' },
  ));
  // The order does not depend on the customers.
  await database.run(
    '/* system: test */ ALTER TABLE assist_drafts DROP FOREIGN KEY assist_drafts_of_contact',
  );
  const watched: Database = {
    ...database,
    run: (sql, bindings, ...rest) => {
      if (sql.includes('SET state = 1')) {
        const { conversationId } = bindings as unknown as { conversationId: Buffer };
        begun.push(conversationId.toString('hex'));
      }
      return database.run(sql, bindings, ...rest);
    },
    inTurnOf: () => watched,
  };
  resources = {
    ...{ db: watched, clock: systemClock, log: createLogger('silent', { write: () => undefined }), keyring },
    ...{ cursors: createCursors(keyring), wakeRelay: () => undefined, roundSucceeded: () => undefined },
  };
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
beforeEach(async () => {
  begun.splice(0);
  await database.run('/* system: test */ DELETE FROM assist_drafts');
  await database.run('/* system: test */ DELETE FROM assist_draft_time');
});

/** Makes a draft due since some seconds; returns its conversation. */
async function due(secondsAgo: number): Promise<Buffer> {
  const conversationId = newKey();
  await database.run(
    `INSERT INTO assist_drafts (tenant_id, conversation_id, contact_id, message_id, attempt, state, due_at, is_shadow, created_at)
     VALUES (:tenantId, :conversationId, :other, :other, :other, 0,
       UTC_TIMESTAMP(3) - INTERVAL :secondsAgo SECOND, 0, UTC_TIMESTAMP(3))`,
    { tenantId: scope.key, conversationId, other: newKey(), secondsAgo },
  );
  return conversationId;
}

/** Runs one round of a worker that may begin so many drafts a minute; returns the drafts that it has begun. */
async function roundOf(
  worker: ReturnType<typeof createDraftWorker>,
  isDone: () => boolean,
): Promise<string[]> {
  worker.wake();
  await expect.poll(isDone).toBe(true);
  return [...begun];
}

function workerWith(perMinute: number, onScreen: readonly Buffer[] = [], msPerDay = 3_600_000) {
  const open = new Set(onScreen.map((key) => encodeId('conversation', key)));
  return createDraftWorker(resources, {
    searchKnowledge: async () => [],
    learnedReplies: async () => null,
    peopleIn: (_, id) => (open.has(id) ? [{ state: 'viewing' }] : []),
    ...{ perMinute, msPerDay },
  });
}

const hex = (keys: readonly Buffer[]) => keys.map((key) => key.toString('hex'));
const waiting = async () => {
  const rows = await database.select<{ id: Buffer }>(
    '/* system: test */ SELECT conversation_id AS id FROM assist_drafts WHERE state = 0 ORDER BY due_at DESC',
  );
  return hex(rows.map(({ id }) => id));
};

it('begins what is on a screen first, then the newest', async () => {
  const oldest = await due(30);
  const middle = await due(20);
  const newest = await due(10);
  const worker = workerWith(100, [oldest]);
  const order = await roundOf(worker, () => begun.length === 3);
  await worker.stop();
  expect(order).toEqual(hex([oldest, newest, middle]));
});

it('begins so many in a minute, and leaves the oldest that nobody looks at until they come too late', async () => {
  const late = await due(150);
  const oldest = await due(40);
  const open = await due(30);
  const middle = await due(20);
  const newest = await due(10);
  const worker = workerWith(2, [open]);
  await roundOf(worker, () => begun.length === 2);
  // Further rounds of the same minute begin none.
  await expect.poll(waiting).toEqual(hex([middle, oldest]));
  worker.wake();
  await worker.stop();
  expect(begun).toEqual(hex([open, newest]));
  expect(await waiting()).toEqual(hex([middle, oldest]));
  expect(begun).not.toContain(late.toString('hex'));
});

it('leaves drafts out, without a word, when the time of the day is spent', async () => {
  await spendDraftTime(operatorContext(resources, scope), 60_000);
  await due(10);
  await due(20);
  const worker = workerWith(100, [], 60_000);
  worker.wake();
  await expect.poll(waiting).toEqual([]);
  await worker.stop();
  expect(begun).toEqual([]);
  expect(worker.totals()).toEqual({ workedMs: 0, leftOut: 2 });
});

it('leaves each workspace a part of the day that no other one can take', async () => {
  const { keyring } = resources;
  const busy = operatorContext(resources, scope);
  const [second, third] = await Promise.all(
    ['b', 'c'].map(async (name) => {
      const { scope: other } = await provisionTenant(
        { db: database, clock: systemClock, keyring },
        { workspaceName: name, name, email: `${name}@order.test`, password: 'correct horse battery' },
      );
      return operatorContext(resources, other);
    }),
  );
  if (!second || !third) throw new Error('no workspaces');
  const DAY = 120_000;
  // Alone, it may take all.
  await spendDraftTime(busy, 110_000);
  expect(await draftBudget(busy, DAY)).toEqual({ isLeft: true, spentMs: 110_000, ownMs: 110_000 });
  await database.run('/* system: test */ UPDATE assist_draft_time SET ms = 80000');
  await spendDraftTime(second, 1_000);
  await spendDraftTime(third, 1_000);
  // A part is 20 seconds of each; the busy one has its own and all that is open to everyone.
  expect(await draftBudget(busy, DAY)).toMatchObject({ isLeft: false, spentMs: 82_000 });
  expect(await draftBudget(second, DAY)).toMatchObject({ isLeft: true, ownMs: 1_000 });
  await spendDraftTime(second, 19_000);
  expect(await draftBudget(second, DAY)).toMatchObject({ isLeft: false });
  expect(await draftBudget(third, DAY)).toMatchObject({ isLeft: true });
});

it('makes none where a saved reply clearly answers, if saved replies are suggested', async () => {
  const ctx = operatorContext(resources, scope);
  const inbound = { direction: 'inbound', type: 'text', text: 'How long does delivery take?', isRevoked: 0 };
  const read = { contactId: newKey(), messages: [inbound] } as unknown as AssistConversation;
  const isClear = (...scores: number[]) => {
    const rank = () => scores.map((score, reply) => ({ reply, score }));
    const gate = { score: 0.3, margin: 0, isFitted: true };
    return hasClearReply(ctx, async () => ({ replies: [], retrieval: { rank, gate } }) as never, read);
  };
  expect(await isClear(0.95, 0.1)).toBe(true);
  expect(await isClear(0.95, 0.9)).toBe(false);
  expect(await isClear(0.4, 0.1)).toBe(false);
  expect(await hasClearReply(ctx, async () => null, read)).toBe(false);
  await database.run(
    `INSERT INTO assist_settings (tenant_id, modes, profile, updated_at)
     VALUES (:tenantId, '{"replies":"shadow"}', '', UTC_TIMESTAMP(3))`,
    { tenantId: scope.key },
  );
  expect(await isClear(0.95, 0.1)).toBe(false);
});
