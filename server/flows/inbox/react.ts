import { AppError } from '../../../shared/domain/errors.ts';
import { credentialsOf, isConnected } from '../../features/channel/index.ts';
import { findContact, sendAddressOf } from '../../features/contacts/index.ts';
import {
  findMessage,
  lockMessage,
  messageView,
  presentMessage,
  readReactions,
  type StoredReaction,
  withoutRefused,
  withReaction,
} from '../../features/messages/index.ts';
import {
  type ChangeContext,
  type Context,
  operatorContext,
  type Resources,
} from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { enqueueJob, type JobHandler } from '../../kernel/queue/jobs.ts';
import { updateRow } from '../../kernel/tenancy/rows.ts';
import type { GraphClient } from '../../platform/graph/graph-client.ts';
import { reaction } from '../../platform/outbound/index.ts';
import { snapshotOf } from '../thread-snapshot.ts';

const KIND = 'send-reaction';
const MARK = 'reaction';
/** A reaction that could not be sent for this long is taken off the message. */
const FAIL_AFTER_SECONDS = 3_600;

/**
 * Sets or removes our reaction to a message. It is shown immediately; a job sends it to the platform, with
 * retries.
 * @throws {AppError} message_not_found; channel_not_connected; message_not_sent when the platform does not
 * have the message, or could not deliver it.
 */
export async function react(
  ctx: Context,
  wakeJobs: () => void,
  messageId: Buffer,
  emoji: string | null,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { db, scope, tx, clock } = ctx;
    const message = await lockMessage(ctx, messageId);
    if (!message) throw new AppError('message_not_found');
    if (!(await isConnected(ctx))) throw new AppError('channel_not_connected');
    if ((await findContact(ctx, message.contactId))?.isBlocked) throw new AppError('contact_blocked');
    if (message.platformId === null || message.status === 'failed') throw new AppError('message_not_sent');
    const known = readReactions(message.reactions);
    const ours = known.find((one) => one.direction === 'outbound');
    const at = timeAfter(ours, clock.now());
    const isSame = (ours?.emoji ?? null) === emoji;
    const reactions = isSame ? null : withReaction(known, { direction: 'outbound', emoji, at });
    if (reactions) await updateRow(ctx, 'message', messageId, { reactions: JSON.stringify(reactions) });
    const view = await messageView(ctx, messageId);
    if (view) ctx.setResponse(presentMessage(view));
    if (!reactions) return;
    await enqueueJob(db, scope, tx, KIND, { messageId: messageId.toString('hex'), at });
    await recordReaction(ctx, messageId);
  });
  wakeJobs();
}

/** Returns the current time, or one just after our last reaction if another server's clock is ahead. */
function timeAfter(last: StoredReaction | undefined, now: Date): string {
  return new Date(Math.max(now.getTime(), last ? Date.parse(last.at) + 1 : 0)).toISOString();
}

/** Returns the handler of the job that sends our current reaction, again if it changes in the meantime. */
export function sendReactionJob(resources: Resources, { graph }: { graph: GraphClient }): JobHandler {
  return {
    kind: KIND,
    failAfterSeconds: FAIL_AFTER_SECONDS,
    onFailed: (scope, { messageId = '', at = '' }) =>
      undoReaction(operatorContext(resources, scope), Buffer.from(messageId, 'hex'), at),
    run: async (scope, payload) => {
      const ctx = operatorContext(resources, scope);
      const messageId = Buffer.from(payload.messageId ?? '', 'hex');
      let sentAt: string | null = null;
      for (;;) {
        const message = await findMessage(ctx, messageId);
        const ours = readReactions(message?.reactions ?? null).find((one) => one.direction === 'outbound');
        if (!message?.platformId || !ours || ours.at === sentAt) return;
        const account = await credentialsOf(ctx);
        if (!account) throw new Error('no account is connected');
        const contact = await findContact(ctx, message.contactId);
        const to = contact && (await sendAddressOf(ctx, contact));
        if (!to) return undoReaction(ctx, messageId, ours.at);
        const outcome = await graph.send(account, {
          to,
          content: reaction(message.platformId, ours.emoji),
          replyTo: null,
          opaque: `${MARK}:${encodeId('message', messageId)}:${ours.at}`,
        });
        if (outcome.kind === 'refused') return undoReaction(ctx, messageId, ours.at);
        if (outcome.kind !== 'accepted') throw new Error(outcome.reason);
        sentAt = ours.at;
      }
    },
  };
}

/**
 * Applies the platform's report about a reaction that we sent: a rejected one is removed from its message.
 * Returns whether the report was about a reaction.
 */
export async function settleReaction(
  ctx: Context,
  report: { opaque: string | null; status: string },
): Promise<boolean> {
  const [mark, id = '', ...at] = report.opaque?.split(':') ?? [];
  if (mark !== MARK) return false;
  const messageId = tryDecodeId('message', id);
  if (messageId && report.status === 'failed') await undoReaction(ctx, messageId, at.join(':'));
  return true;
}

async function undoReaction(ctx: Context, messageId: Buffer, at: string): Promise<void> {
  try {
    await inTransaction(ctx, async (ctx) => {
      const message = await lockMessage(ctx, messageId);
      const reactions = message && withoutRefused(readReactions(message.reactions), at);
      if (!reactions) return;
      await updateRow(ctx, 'message', messageId, { reactions: JSON.stringify(reactions) });
      await recordReaction(ctx, messageId);
    });
  } catch (error) {
    // The contact is being deleted, and the message with it.
    if (!(error instanceof AppError && error.code === 'message_not_found')) throw error;
  }
}

async function recordReaction(ctx: ChangeContext, messageId: Buffer): Promise<void> {
  ctx.record('message.reacted', await snapshotOf(ctx.db, ctx.scope, ctx.tx, messageId));
}
