import type { AloneReplies, SentAloneAnswers } from '../../../shared/contract/assist/after-hours.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import {
  type LearnedOf,
  type LearnedReplies,
  mayAnswerAlone,
} from '../../features/assist/retrieval/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, tryDecodeId } from '../../kernel/ids.ts';
import { findRow, findRows, updateRow } from '../../kernel/tenancy/rows.ts';
import { listSent } from './after-hours.repository.ts';

const WAIT_MS = 4_000;

/** Returns how each saved reply would have done alone in the last 60 days; nothing while the workspace learns. */
export async function rehearse(ctx: Context, learnedOf: LearnedOf<LearnedReplies>): Promise<AloneReplies> {
  const learned = await learnedOf(ctx, WAIT_MS);
  if (!learned) return { state: 'learning', data: [] };
  const rows = await findRows(ctx, 'savedReply', { columns: ['id'], where: { answersAlone: 1 } });
  const allowed = new Set(rows.map(({ id }) => id.toString('hex')));
  const data = learned.replies.map(({ id, name }, place) => {
    const rehearsal = learned.retrieval.alone[place] ?? { cases: 0, right: 0 };
    return {
      ...{ savedReplyId: encodeId('savedReply', id), name, ...rehearsal },
      isAllowed: allowed.has(id.toString('hex')),
      isOffered: mayAnswerAlone(rehearsal),
    };
  });
  return { state: 'ready', data };
}

/**
 * Allows a saved reply to answer alone outside business hours, or no longer. Allowing needs a rehearsal that was good
 * enough; it can always be taken back. @throws {AppError} saved_reply_not_found; validation_failed
 */
export async function allowAlone(
  ctx: Context,
  learnedOf: LearnedOf<LearnedReplies>,
  id: string,
  isAllowed: boolean,
): Promise<{ isAllowed: boolean }> {
  const key = tryDecodeId('savedReply', id);
  if (!key || !(await findRow(ctx, 'savedReply', { columns: ['id'], where: { id: key } })))
    throw new AppError('saved_reply_not_found');
  if (isAllowed) {
    const { data } = await rehearse(ctx, learnedOf);
    if (!data.find(({ savedReplyId }) => savedReplyId === id)?.isOffered) {
      const message =
        'is not possible yet: in the last 60 days it must have been right in 95 % of at least 20 messages';
      throw new AppError('validation_failed', { details: [{ path: 'isAllowed', message }] });
    }
  }
  return inTransaction(ctx, async (ctx) => {
    const row = await findRow(ctx, 'savedReply', { where: { id: key }, isLocked: true });
    if (!row) throw new AppError('saved_reply_not_found');
    await updateRow(ctx, 'savedReply', key, { answersAlone: isAllowed ? 1 : 0 });
    await ctx.audit({
      action: isAllowed ? 'saved_reply.alone_allowed' : 'saved_reply.alone_stopped',
      target: { kind: 'saved_reply', id, label: row.name },
    });
    ctx.record('saved_reply.changed', { id });
    return { isAllowed };
  });
}

/** Returns the newest answers that were sent without a person, each with its place. */
export async function listSentAlone(ctx: Context): Promise<SentAloneAnswers> {
  const rows = await listSent(ctx);
  return {
    data: rows.map(({ answerId, conversationId, contactName, savedReplyName, createdAt }) => ({
      messageId: encodeId('message', answerId),
      conversationId: encodeId('conversation', conversationId),
      ...{ contactName, savedReplyName, at: createdAt.toISOString() },
    })),
  };
}
