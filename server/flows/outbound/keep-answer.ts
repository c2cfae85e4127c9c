import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../../db/database-errors.ts';
import type { Context } from '../../kernel/context/context.ts';
import { encodeId } from '../../kernel/ids.ts';
import { type Claim, whileHolding } from '../../kernel/queue/queue.ts';
import { SENDS } from './outbound-sends.repository.ts';

/** How long an answer is kept in memory. A database that is away for longer is repaired by people. */
const KEPT_MS = 15 * 60_000;
const PAUSE_MS = 500;

/**
 * Stores the platform's answer to a send, and tries again while the database is away or takes no writes. Only this process has the
 * answer: without it, the message would be sent again after a minute, and then again, unless a status comes first (decision 0353).
 * @param store may run more than once.
 * @throws the error of the database when it has lasted too long, and every other one at once.
 */
export async function keepAnswer(ctx: Context, send: Claim, store: () => Promise<void>): Promise<void> {
  const endsAt = ctx.clock.elapsedMs() + KEPT_MS;
  const about = { tenantId: ctx.scope.tenantId, message: encodeId('message', send.id) };

  async function tryToStore(): Promise<boolean> {
    try {
      await store();
      return true;
    } catch (error) {
      if (!isOutage(error) || ctx.clock.elapsedMs() > endsAt) throw error;
      ctx.log.warn({ err: error, ...about }, 'the answer to a send could not be stored; will retry');
      return false;
    }
  }

  if (await tryToStore()) return;
  // Some writes may be possible and others not: other servers must not take the message meanwhile.
  await whileHolding(ctx.db, SENDS, send, async () => {
    do await sleep(PAUSE_MS * (0.5 + Math.random()));
    while (!(await tryToStore()));
  });
}
