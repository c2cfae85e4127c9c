import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import type { ChangeContext, Resources } from '../context/context.ts';
import { inTransaction } from '../context/in-transaction.ts';
import { encodeId } from '../ids.ts';
import { createTenantRounds } from '../queue/rounds.ts';
import { updateRow } from '../tenancy/rows.ts';
import {
  type KeyTable,
  lockExpiringKeys,
  tenantsWithExpiringKeys,
  WARNING_DAYS,
} from './key-expiry.repository.ts';

const EVERY_MS = 60_000;

/** A kind of key that can expire, and how its warnings are sent. */
export interface ExpiringKeys {
  /** The name of the worker. */
  name: string;
  table: KeyTable;
  entity: 'apiKey' | 'inferenceKey';
  problem: string;
  /** Warns owners and admins of one key, in the transaction that stores that they were. */
  warn(ctx: ChangeContext, key: { id: string; name: string; expiresAt: string }): Promise<void>;
}

/** Creates the worker that warns owners and admins a week and a day before a key expires, once each. */
export function createKeyExpiryWarnings(
  resources: Resources,
  { name, table, entity, problem, warn }: ExpiringKeys,
) {
  return createTenantRounds(resources, {
    name,
    everyMs: EVERY_MS,
    problem,
    tenants: (db) => tenantsWithExpiringKeys(db, table, resources.clock.now()),
    run: (ctx) =>
      inTransaction(ctx, async (ctx) => {
        const now = ctx.clock.now();
        const keys = await lockExpiringKeys(ctx, table, now);
        for (const { id, name, expiresAt } of keys) {
          const [week, day] = WARNING_DAYS;
          const isClose = expiresAt.getTime() - now.getTime() <= day * DAY_MS;
          await updateRow(ctx, entity, id, { warnedDays: isClose ? day : week });
          await warn(ctx, { id: encodeId(entity, id), name, expiresAt: expiresAt.toISOString() });
        }
        return keys.length > 0;
      }),
  });
}
