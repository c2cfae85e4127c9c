import { expect, it, onTestFinished } from 'vitest';
import type { Database, Transaction } from '../../server/db/database.ts';
import { addDeliveries } from '../../server/features/webhooks/deliveries/webhook-deliveries.repository.ts';
import type { AttemptOutcome } from '../../server/features/webhooks/sending/attempt.ts';
import { claimDeliveries } from '../../server/features/webhooks/sending/delivery-claims.repository.ts';
import { renderSample } from '../../server/features/webhooks/sending/render-event.ts';
import { createResultLog } from '../../server/features/webhooks/sending/result-log.ts';
import { systemClock } from '../../server/kernel/clock/clock.ts';
import { createKeyring } from '../../server/kernel/crypto/keyring.ts';
import { createCursors } from '../../server/kernel/http/cursor.ts';
import { newKey } from '../../server/kernel/ids.ts';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import { mintTenantScope } from '../../server/kernel/tenancy/mint-tenant-scope.ts';
import { createTestDatabase } from '../helpers/test-db.ts';
import { openMigrated } from './fault-workspace.ts';

const OUTCOME: AttemptOutcome = {
  startedAt: new Date(),
  milliseconds: 12,
  status: 200,
  cause: null,
  detail: null,
  retryAfter: null,
  requestHeaders: [],
  responseHeaders: [],
  responseBody: null,
  isBodyCut: false,
};

it('an attempt is in the log once when its commit succeeded but the connection broke before the result', async () => {
  const made = await createTestDatabase();
  const database = await openMigrated(made.url);
  onTestFinished(async () => {
    await database.close();
    await made.drop();
  });
  const scope = mintTenantScope(newKey());
  const endpointId = newKey();
  const event = renderSample(scope, 'message.received', new Date());
  const ctx = { db: database, scope };
  await addDeliveries(ctx, [event], [{ endpointId, event, cause: 'event' }]);
  const [delivery] = await claimDeliveries(ctx, endpointId, 1);
  if (!delivery) throw new Error('nothing was claimed');

  const keyring = createKeyring('a secret of more than thirty-two characters');
  const results = createResultLog(
    {
      db: breakingAfterCommit(database, 2),
      clock: systemClock,
      log: createLogger('silent'),
      keyring,
      cursors: createCursors(keyring),
      wakeRelay: () => undefined,
      roundSucceeded: () => undefined,
    },
    async () => undefined,
  );
  await results.add({ id: newKey(), delivery, outcome: OUTCOME, remoteAddress: null });
  await results.flush();

  const log = await database.select('/* system: test */ SELECT number FROM webhook_attempts');
  expect(log).toEqual([{ number: 1 }]);
  const rows = await database.select('/* system: test */ SELECT state, attempts FROM webhook_deliveries');
  expect(rows).toEqual([{ state: 2, attempts: 1 }]);
});

/** Returns a database whose connection breaks after each of the first commits. */
function breakingAfterCommit(database: Database, times: number): Database {
  let left = times;
  return {
    ...database,
    transaction: async <T>(work: (tx: Transaction) => Promise<T>) => {
      const done = await database.transaction(work);
      if (left-- > 0) throw new Error('the connection broke');
      return done;
    },
  };
}
