import { AppError } from '../../../shared/domain/errors.ts';
import { SEND_ERRORS, type SendErrorCode } from '../../../shared/domain/reasons/send-errors.ts';
import { climbStatus } from '../../features/messages/index.ts';
import type { Context, Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { createItemRounds } from '../../kernel/queue/rounds.ts';
import type { Worker } from '../../kernel/queue/worker.ts';
import { recordStatus } from '../thread-snapshot.ts';
import { dropExpiredSend, expiredSends, tenantsWithExpiredSends } from './outbound-sends.repository.ts';

const EVERY_MS = 10_000;
const BATCH = 200;

/** Returns the error of a message that was never handed to the platform. */
export function sendError(code: SendErrorCode) {
  return { code, message: SEND_ERRORS[code], details: null };
}

/**
 * Creates the worker that fails messages that have waited too long for the platform, also those of workspaces whose
 * sends are paused: after an outage or with a new token, nothing goes out that nobody expects any more.
 */
export function createSendExpiry(resources: Resources): Worker {
  return createItemRounds(resources, {
    name: 'send_expiry',
    everyMs: EVERY_MS,
    problem: 'could not expire sends; will retry',
    tenants: tenantsWithExpiredSends,
    atOnce: BATCH,
    due: expiredSends,
    keyOf: (id) => id,
    work: async (ctx, id, turn) => {
      if (!(await expire(ctx, id))) turn.leave();
    },
  });
}

/** Fails a message; returns false where its contact is being deleted, and the send with it. */
async function expire(ctx: Context, id: Buffer): Promise<boolean> {
  try {
    await inTransaction(ctx, async (ctx) => {
      if (!(await dropExpiredSend(ctx, id))) return;
      const error = JSON.stringify(sendError('send_expired'));
      if (await climbStatus(ctx, id, 'failed', ctx.clock.now(), error)) await recordStatus(ctx, id, 'failed');
    });
    return true;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'message_not_found')) throw error;
    return false;
  }
}
