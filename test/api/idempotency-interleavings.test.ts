import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { CommitUnknownError } from '../../server/db/database-errors.ts';
import { migrate } from '../../server/db/migrate.ts';
import { provisionTenant } from '../../server/flows/access/provision-tenant.ts';
import { OPERATOR } from '../../server/kernel/auth/author.ts';
import { systemClock } from '../../server/kernel/clock/clock.ts';
import { inTransaction } from '../../server/kernel/context/in-transaction.ts';
import { createKeyring } from '../../server/kernel/crypto/keyring.ts';
import { fingerprintOf, hashKey } from '../../server/kernel/idempotency/idempotency-key.ts';
import { createOnce } from '../../server/kernel/idempotency/once.ts';
import { newKey } from '../../server/kernel/ids.ts';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import type { TenantScope } from '../../server/kernel/tenancy/tenant-scope.ts';
import { AppError } from '../../shared/domain/errors.ts';
import { propertyRuns } from '../helpers/lane.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';
import { SECRET_KEY } from '../helpers/test-server.ts';

/** How a call ends: normally, rejected before its change, failing after it, or with its server dead. */
const FATES = ['succeeds', 'is rejected', 'fails after', 'dies before', 'dies after'] as const;
type Fate = (typeof FATES)[number];

interface Call {
  key: string;
  body: string;
  fate: Fate;
}

type Outcome =
  | { kind: 'ok'; effect: string; isReplay: boolean }
  | { kind: 'rejected'; code: string }
  | { kind: 'died' };

let home: TestDatabase;
let database: Database;
let scope: TenantScope;
beforeAll(async () => {
  home = await createTestDatabase();
  database = openDatabase(home.url);
  await migrate(database);
  const input = {
    workspaceName: 'Model',
    name: 'Owner',
    email: 'owner@example.test',
    password: 'not important',
  };
  scope = (
    await provisionTenant({ db: database, clock: systemClock, keyring: createKeyring(SECRET_KEY) }, input)
  ).scope;
});
afterAll(async () => {
  await database.close();
  await home.drop();
});

const callOf = fc.record({
  key: fc.constantFrom('a', 'b'),
  body: fc.constantFrom('x', 'x', 'x', 'y'),
  fate: fc.constantFrom<Fate>(...FATES, 'succeeds', 'succeeds'),
});

test('a key has one effect and every response matches it, however calls interleave, die and lose leases', async () => {
  const seen = { replays: 0, conflicts: 0, inProgress: 0, died: 0, effects: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(callOf, { minLength: 2, maxLength: 8 }),
      fc.integer({ min: 0, max: 2 }),
      async (scheduler, calls, leaseEnds) => {
        const run = randomBytes(6).toString('hex');
        const passing = Array.from({ length: leaseEnds }, () =>
          scheduler.schedule(Promise.resolve(), 'leases end').then(endLeases),
        );
        const outcomes = await scheduler.waitFor(
          Promise.all(
            calls.map(async (call) => {
              await scheduler.schedule(Promise.resolve(), 'arrives');
              return attempt(run, call, () => scheduler.schedule(Promise.resolve(), 'continues'));
            }),
          ),
        );
        await scheduler.waitFor(Promise.all(passing));
        await endLeases();

        for (const key of ['a', 'b']) {
          const own = calls
            .map((call, index) => ({ call, outcome: outcomes[index] }))
            .filter(({ call }) => call.key === key);
          const before = await effectsOf(run, key);
          expect(before.length, 'one effect at most').toBeLessThanOrEqual(1);
          const [effect] = before;
          for (const { call, outcome } of own) {
            if (outcome?.kind === 'ok') expect(effect).toEqual({ id: outcome.effect, body: call.body });
          }
          if (own.every(({ call }) => call.fate === 'is rejected' || call.fate === 'dies before')) {
            expect(effect).toBeUndefined();
          }
          // A client that retries later gets the existing effect, or performs it now.
          const body = effect?.body ?? own[0]?.call.body ?? 'x';
          const later = await attempt(run, { key, body, fate: 'succeeds' }, async () => undefined);
          const after = await effectsOf(run, key);
          if (later.kind === 'ok') {
            expect(after).toEqual([{ id: later.effect, body }]);
            expect(later.isReplay).toBe(before.length === 1);
          } else {
            // A call that died before its change still holds the key for its own body.
            expect(later).toEqual({ kind: 'rejected', code: 'idempotency_conflict' });
            expect(before).toEqual([]);
            expect(own.some(({ call, outcome }) => outcome?.kind === 'died' && call.body !== body)).toBe(
              true,
            );
          }
          seen.effects += after.length;
        }
        for (const outcome of outcomes) {
          if (outcome.kind === 'ok' && outcome.isReplay) seen.replays += 1;
          if (outcome.kind === 'died') seen.died += 1;
          if (outcome.kind === 'rejected' && outcome.code === 'idempotency_conflict') seen.conflicts += 1;
          if (outcome.kind === 'rejected' && outcome.code === 'idempotency_in_progress') seen.inProgress += 1;
        }
      },
    ),
    { ...propertyRuns(40, 150) },
  );
  console.log(JSON.stringify(seen));
  expect(Math.min(...Object.values(seen)), 'every kind of conflict has occurred').toBeGreaterThan(0);
}, 120_000);

test.each([
  ['stored', 1],
  ['rolled back', 0],
])(
  'a commit with an unknown outcome that was %s is resolved without waiting for the lease',
  async (what, effects) => {
    const run = randomBytes(6).toString('hex');
    const call: Call = { key: 'a', body: 'x', fate: 'succeeds' };
    const lostCommit: Database['transaction'] = async (work) => {
      try {
        await database.transaction(async (tx) => {
          await work(tx);
          if (what === 'rolled back') throw new Error('rolled back by the server');
        });
      } catch {
        // The caller gets the same error in both cases.
      }
      throw new CommitUnknownError(new Error('connection lost'));
    };
    const first = await attempt(run, call, async () => undefined, { transaction: lostCommit });
    expect(first).toEqual({ kind: 'rejected', code: 'internal' });
    expect(await effectsOf(run, 'a')).toHaveLength(effects);
    // The error does not wait for the lease to be ended, so a client that retries at once may get 409.
    await vi.waitFor(
      async () => {
        const second = await attempt(run, call, async () => undefined);
        expect(second).toMatchObject({ kind: 'ok', isReplay: effects === 1 });
      },
      { timeout: 20_000 },
    );
    expect(await effectsOf(run, 'a')).toHaveLength(1);
  },
);

/** Makes one call to its own server, which may die in the middle: from then on its database calls fail. */
async function attempt(
  run: string,
  { key, body, fate }: Call,
  pause: () => Promise<unknown>,
  overrides: Partial<Database> = {},
): Promise<Outcome> {
  let isDead = false;
  const own: Database = {
    ...database,
    run: async (...args) => (isDead ? failDead() : database.run(...args)),
    select: async (...args) => (isDead ? failDead() : database.select(...args)),
    transaction: async (work) => (isDead ? failDead() : database.transaction(work)),
    ...overrides,
  };
  const once = createOnce(own, own, createLogger('silent'));
  const die = (): never => {
    isDead = true;
    return failDead();
  };
  const name = `${run}-${key}`;
  try {
    const answer = await once(
      {
        scope,
        keyHash: hashKey('key', name),
        fingerprint: fingerprintOf('POST', '/', { body }),
        status: 201,
      },
      async (claim) => {
        await pause();
        if (fate === 'is rejected') throw new AppError('contact_not_found');
        if (fate === 'dies before') die();
        const ctx = {
          db: own,
          scope,
          claim,
          author: OPERATOR,
          clock: systemClock,
          wakeRelay: () => undefined,
        };
        const effect = await inTransaction(ctx, async (work) => {
          const id = newKey();
          await own.run(
            `INSERT INTO parked_items (id, tenant_id, kind, reason, payload, created_at)
             VALUES (:id, :tenantId, :name, :body, '{}', UTC_TIMESTAMP(3))`,
            { id, tenantId: scope.key, name, body },
            work.tx,
          );
          work.setResponse({ effect: id.toString('hex'), state: 'queued' });
          return id.toString('hex');
        });
        await pause();
        if (fate === 'dies after') die();
        if (fate === 'fails after') throw new Error('something broke after the commit');
        return { effect, state: 'sent' };
      },
    );
    const { effect } = answer.body as { effect: string };
    return { kind: 'ok', effect, isReplay: answer.isReplay };
  } catch (error) {
    if (isDead) return { kind: 'died' };
    return { kind: 'rejected', code: error instanceof AppError ? error.code : 'internal' };
  }
}

function failDead(): never {
  throw new Error('this server is dead');
}

async function endLeases(): Promise<void> {
  await database.run(
    'UPDATE idempotency_keys SET lease_until = UTC_TIMESTAMP(3) WHERE tenant_id = :tenantId',
    {
      tenantId: scope.key,
    },
  );
}

function effectsOf(run: string, key: string): Promise<{ id: string; body: string }[]> {
  return database.select(
    `SELECT LOWER(HEX(id)) AS id, reason AS body FROM parked_items
     WHERE tenant_id = :tenantId AND kind = :name`,
    { tenantId: scope.key, name: `${run}-${key}` },
  );
}
