import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import type { ChangeContext, Resources } from '../context/context.ts';
import { inTransaction } from '../context/in-transaction.ts';
import { encodeId } from '../ids.ts';
import { createItemRounds } from '../queue/rounds.ts';
import { updateRow } from '../tenancy/rows.ts';
import {
  expiringKeys,
  type KeyTable,
  lockExpiringKey,
  tenantsWithExpiringKeys,
  WARNING_DAYS,
} from './key-expiry.repository.ts';

const EVERY_MS = 60_000;
const AT_ONCE = 20;

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
  return createItemRounds(resources, {
    name,
    everyMs: EVERY_MS,
    problem,
    tenants: (db, after, limit) =>
      tenantsWithExpiringKeys(db, table, resources.clock.now(), { after, limit }),
    atOnce: AT_ONCE,
    isDrained: true,
    due: (ctx, limit, except) => expiringKeys(ctx, table, ctx.clock.now(), { limit, except }),
    keyOf: (id) => id,
    work: (ctx, id) =>
      inTransaction(ctx, async (ctx) => {
        const now = ctx.clock.now();
        const key = await lockExpiringKey(ctx, table, now, id);
        if (!key) return;
        const { name, expiresAt } = key;
        const [week, day] = WARNING_DAYS;
        const isClose = expiresAt.getTime() - now.getTime() <= day * DAY_MS;
        await updateRow(ctx, entity, id, { warnedDays: isClose ? day : week });
        await warn(ctx, { id: encodeId(entity, id), name, expiresAt: expiresAt.toISOString() });
      }),
  });
}
