import type { ReplySuggestions } from '../../../../shared/contract/assist/retrieval.contract.ts';
import { isThanks } from '../../../../shared/domain/assist/text/thanks.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { encodeId, tryDecodeId } from '../../../kernel/ids.ts';
import { findRow } from '../../../kernel/tenancy/rows.ts';
import { modeOf } from '../exclusions.service.ts';
import { burstOf } from './burst.ts';
import { countedLanguage } from './counted-language.ts';
import { BURST_MAX, latestMessages } from './examples.repository.ts';
import type { LearnedReplies } from './learned-replies.ts';
import { shownOf } from './retrieval.ts';
import type { createReplyVectors } from './vectors/reply-vectors.ts';
import type { LearnedOf } from './workspace-memory.ts';

/** A small workspace has learned within this time; another one asks again. */
const WAIT_MS = 25;

/** Returns what words and vectors find together for a message; null where words alone decide. */
export type FindTogether = ReturnType<typeof createReplyVectors>['find'];

/**
 * Returns up to three saved replies for what the customer of a conversation has written since the last answer.
 * @throws {AppError} conversation_not_found
 */
export async function suggestReplies(
  ctx: Context,
  { learnedOf, findTogether }: { learnedOf: LearnedOf<LearnedReplies>; findTogether: FindTogether },
  id: string,
): Promise<ReplySuggestions> {
  const contactId = await contactOf(ctx, id);
  const mode = await modeOf(ctx, 'replies', contactId);
  const nothing: ReplySuggestions = {
    ...{ mode, state: 'nothing', messageId: null, language: 'other', data: [] },
  };
  if (mode === 'off') return nothing;
  const burst = burstOf(await latestMessages(ctx, contactId, BURST_MAX + 3));
  const messageId = burst?.messageIds.at(-1);
  if (!burst || !messageId) return nothing;
  const known = {
    ...{ ...nothing, messageId: encodeId('message', messageId), language: countedLanguage(burst.text) },
  };
  // Thanks and goodbyes ask for nothing.
  if (burst.text.split('\n').every(isThanks)) return { ...known, state: 'gated' };
  const [learned, together] = await Promise.all([
    learnedOf(ctx, WAIT_MS),
    // Nobody misses vectors that could not be had.
    findTogether(ctx, burst.text).catch(() => null),
  ]);
  if (!learned) return { ...known, state: 'learning' };
  const { retrieval } = learned;
  if (learned.replies.length === 0) return nothing;
  const { replies, shown } = together ?? {
    replies: learned.replies,
    shown: shownOf(retrieval, retrieval.rank(burst.text)),
  };
  const data = shown.flatMap(({ reply, score }) => {
    const row = replies[reply];
    return row
      ? [{ savedReplyId: encodeId('savedReply', row.id), score: Math.round(score * 1_000) / 1_000 }]
      : [];
  });
  return { ...known, state: data.length > 0 ? 'shown' : 'gated', data };
}

/** Returns the contact of a conversation. @throws {AppError} conversation_not_found */
export async function contactOf(ctx: Context, id: string): Promise<Buffer> {
  const key = tryDecodeId('conversation', id);
  const row = key && (await findRow(ctx, 'conversation', { columns: ['contactId'], where: { id: key } }));
  if (!row) throw new AppError('conversation_not_found');
  return row.contactId;
}
