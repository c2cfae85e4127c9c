import { expect, it } from 'vitest';
import type { Database } from '../../db/database.ts';
import { newKey } from '../../kernel/ids.ts';
import { markHandedOver } from './outbound-sends.repository.ts';

/** A database that answers after so long, and the statements that it got. */
function slowDatabase(ms: number, changedRows = 1) {
  let elapsed = 0;
  const statements: string[] = [];
  const db = {
    run: async (sql: string) => {
      statements.push(sql);
      elapsed += ms;
      return changedRows;
    },
  } as unknown as Database;
  return { db, statements, clock: { now: () => new Date(0), elapsedMs: () => elapsed } };
}

const claim = () => ({ id: newKey(), token: newKey() });

it('hands a message over when it was marked in time', async () => {
  const { statements, ...ctx } = slowDatabase(9_000);
  expect(await markHandedOver(ctx, claim())).toBe(true);
  expect(statements).toHaveLength(1);
});

it('does not send a message that another server may be about to send, after the process has stood still', async () => {
  const { statements, ...ctx } = slowDatabase(61_000);
  expect(await markHandedOver(ctx, claim())).toBe(false);
  // Only under the same lease: what another server has stored stays.
  expect(statements[1]).toMatch(/lease_token = NULL.*handed_over_at = NULL.*lease_token = :token/s);
});

it('leaves a message alone whose lease is lost', async () => {
  const { statements, ...ctx } = slowDatabase(61_000, 0);
  expect(await markHandedOver(ctx, claim())).toBe(false);
  expect(statements).toHaveLength(1);
});
