import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../../db/database-errors.ts';
import { noteMessaged } from '../../features/broadcasts/index.ts';
import { attestSender, resolveContact } from '../../features/contacts/index.ts';
import { attachPlatformId, climbStatus } from '../../features/messages/index.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId } from '../../kernel/ids.ts';
import { whileHolding } from '../../kernel/queue/queue.ts';
import type { SendOutcome } from '../../platform/graph/graph-client.ts';
import { recordStatus } from '../thread-snapshot.ts';
import { finishSend, type OutboundSend, SENDS } from './outbound-sends.repository.ts';

/**
 * `isFirst`: the person had not written in the last 24 hours, which the platform counts. `isUpload`: the answer is that to the
 * upload of its file.
 */
export type AnsweredSend = OutboundSend & { isFirst?: boolean; isUpload?: boolean };

/** A final answer of the platform. */
type Answer = Extract<SendOutcome, { kind: 'accepted' | 'refused' }>;

/** How long an answer is kept in memory. A database that is away for longer is repaired by people. */
const KEPT_MS = 15 * 60_000;
const PAUSE_MS = 500;

/**
 * Stores the platform's answer to a send, and tries again while the database is away or takes no writes. Only this process has the
 * answer: without it, the message would be sent again after a minute, and then again, unless a status comes first (decision 0353).
 * What cannot be stored for another reason is left out.
 * @throws the error of the database when it has lasted too long; for a refused message every other one at once.
 */
export async function keepAnswer(ctx: Context, send: AnsweredSend, answer: Answer): Promise<void> {
  const endsAt = ctx.clock.elapsedMs() + KEPT_MS;
  const about = { tenantId: ctx.scope.tenantId, message: encodeId('message', send.id) };

  async function tryToStore(): Promise<boolean> {
    try {
      await recordAnswer(ctx, send, answer);
      return true;
    } catch (error) {
      if (isOutage(error) && ctx.clock.elapsedMs() <= endsAt) {
        ctx.log.warn({ err: error, ...about }, 'the answer to a send could not be stored; will retry');
        return false;
      }
      // A refused message can be tried again. One that was taken would be sent again every minute, until it expires.
      if (answer.kind !== 'accepted') throw error;
      ctx.log.error(
        { err: error, ...about },
        'the answer to a send could not be stored; noted as sent without it',
      );
      await noteSent(ctx, send);
      return true;
    }
  }

  if (await tryToStore()) return;
  // Some writes may be possible and others not: other servers must not take the message meanwhile.
  await whileHolding(ctx.db, SENDS, send, async () => {
    do await sleep(PAUSE_MS * (0.5 + Math.random()));
    while (!(await tryToStore()));
  });
}

/** Notes that a message was accepted, without event and id. The next status of the platform supplies the id. */
async function noteSent(ctx: Context, { id, contactId, isFirst }: AnsweredSend): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await finishSend(ctx, id);
    await climbStatus(ctx, id, 'sent', ctx.clock.now(), null);
    if (isFirst) await noteMessaged(ctx, contactId);
  });
}

/** Stores the platform's response with its event and removes the send from the queue, atomically. */
export async function recordAnswer(ctx: Context, send: AnsweredSend, outcome: Answer): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await finishSend(ctx, send.id);
    const status = outcome.kind === 'accepted' ? 'sent' : 'failed';
    let changed: boolean;
    if (outcome.kind === 'accepted') {
      await attachPlatformId(ctx, send.id, outcome.platformId);
      changed = await climbStatus(ctx, send.id, status, ctx.clock.now(), null);
      // With the end of the send, so that it counts at any moment: as one that waits, or as a person.
      if (send.isFirst) await noteMessaged(ctx, send.contactId);
      if (outcome.waId) await learnNumber(ctx, send, outcome.waId);
    } else {
      changed = await climbStatus(ctx, send.id, status, ctx.clock.now(), JSON.stringify(outcome.error));
    }
    if (changed) await recordStatus(ctx, send.id, status);
  });
}

/** Stores the platform's form of the number for future sends, if it differs. */
async function learnNumber(ctx: ChangeContext, send: OutboundSend, waId: string): Promise<void> {
  const owner = await resolveContact(ctx, waId);
  if (owner?.id.equals(send.contactId))
    await attestSender(ctx, send.contactId, { phone: waId, userId: null });
}
