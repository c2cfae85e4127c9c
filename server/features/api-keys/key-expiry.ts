import type { ChangeContext, Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId } from '../../kernel/ids.ts';
import { createTenantRounds } from '../../kernel/queue/rounds.ts';
import { updateRow } from '../../kernel/tenancy/rows.ts';
import { lockExpiringKeys, tenantsWithExpiringKeys, WARNING_DAYS } from './api-keys.repository.ts';

const EVERY_MS = 60_000;
const DAY_MS = 86_400_000;
const PAGE = '/settings/api-keys';

/** Mails owners and admins, in the transaction of the change. */
export type MailAdmins = (
  ctx: ChangeContext,
  facts: { kind: 'key_expiring'; name: string; expiresAt: string; path: string },
) => Promise<void>;

/** Creates the worker that warns owners and admins a week and a day before a key expires, once each. */
export function createKeyExpiryWarnings(resources: Resources, mailAdmins: MailAdmins) {
  return createTenantRounds(resources, {
    name: 'key_expiry',
    everyMs: EVERY_MS,
    problem: 'could not warn of API keys that expire; will retry',
    tenants: (db) => tenantsWithExpiringKeys(db, resources.clock.now()),
    run: (ctx) =>
      inTransaction(ctx, async (ctx) => {
        const now = ctx.clock.now();
        const keys = await lockExpiringKeys(ctx, now);
        for (const { id, name, expiresAt } of keys) {
          const [week, day] = WARNING_DAYS;
          const isClose = expiresAt.getTime() - now.getTime() <= day * DAY_MS;
          await updateRow(ctx, 'apiKey', id, { warnedDays: isClose ? day : week });
          const facts = { name, expiresAt: expiresAt.toISOString() };
          ctx.record('api_key.expiring', { id: encodeId('apiKey', id), ...facts });
          await mailAdmins(ctx, { kind: 'key_expiring', ...facts, path: PAGE });
        }
        return keys.length > 0;
      }),
  });
}
