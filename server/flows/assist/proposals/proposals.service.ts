import type { ReplyProposal } from '../../../../shared/contract/assist/reply-proposals.contract.ts';
import type { SavedReply } from '../../../../shared/contract/inbox/saved-replies.contract.ts';
import { changeOf, editDistance } from '../../../../shared/domain/assist/edit-distance.ts';
import type { AssistMode } from '../../../../shared/domain/assist/features.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import { countOutcome, featureOff, modeOf } from '../../../features/assist/index.ts';
import { addSavedReply } from '../../../features/saved-replies/index.ts';
import type { ChangeContext, Context } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, tryDecodeId } from '../../../kernel/ids.ts';
import { countedAs } from './counted-as.ts';
import {
  decideProposal,
  hurryRound,
  lockProposal,
  openProposals,
  PROPOSAL_STATES,
  questionsOf,
  roundOf,
  teachReply,
} from './proposals.repository.ts';

/** Returns the open proposals with the questions behind them; none while the feature is off or tested. */
export async function listProposals(
  ctx: Context,
): Promise<{ mode: AssistMode; isLooking: boolean; nextAt: string | null; data: ReplyProposal[] }> {
  const mode = await modeOf(ctx, 'proposals');
  const round = await roundOf(ctx);
  const isLooking = round?.isDue === 1 || round?.isRunning === 1;
  const rest = { mode, isLooking, nextAt: round?.dueAt.toISOString() ?? null };
  if (mode !== 'on') return { ...rest, data: [] };
  const proposals = await openProposals(ctx);
  const questions = await questionsOf(
    ctx,
    proposals.map(({ id }) => id),
  );
  const data = proposals.map(({ id, createdAt, ...proposal }): ReplyProposal => {
    const own = questions.filter(({ proposalId }) => proposalId.equals(id));
    return {
      ...{ ...proposal, id: encodeId('replyProposal', id), createdAt: createdAt.toISOString() },
      questions: own.map(({ messageId, conversationId, contactName, text, createdAt: at }) => ({
        messageId: encodeId('message', messageId),
        conversationId: encodeId('conversation', conversationId),
        ...{ contactName, text: text ?? '', at: at.toISOString() },
      })),
    };
  });
  return { ...rest, data };
}

/** Makes the round of this workspace due now. @throws {AppError} forbidden while the feature is off. */
export async function lookForProposals(ctx: Context): Promise<{ isLooking: true }> {
  if ((await modeOf(ctx, 'proposals')) === 'off') throw featureOff();
  await hurryRound(ctx);
  return { isLooking: true };
}

/**
 * Creates a saved reply from a proposal. The answers behind it teach when to suggest the reply.
 * @throws {AppError} reply_proposal_not_found; saved_reply_name_taken; saved_reply_limit_reached.
 */
export function acceptProposal(
  ctx: Context,
  id: string,
  text: { name: string; content: string },
): Promise<SavedReply> {
  return inTransaction(ctx, async (ctx) => {
    const { key, content, language, model } = await lock(ctx, id);
    const reply = await addSavedReply(ctx, text);
    await teachReply(ctx, key, decodeId(reply.id));
    await decideProposal(ctx, key, PROPOSAL_STATES.accepted);
    const outcome = changeOf(editDistance(content, text.content));
    await countOutcome(ctx, { ...countedAs({ language, model }), outcome });
    ctx.record('assist.proposals_changed', {});
    return reply;
  });
}

/** Withdraws a proposal for good. @throws {AppError} reply_proposal_not_found */
export function dismissProposal(ctx: Context, id: string): Promise<{ id: string; dismissed: true }> {
  return inTransaction(ctx, async (ctx) => {
    const { key, language, model } = await lock(ctx, id);
    await decideProposal(ctx, key, PROPOSAL_STATES.dismissed);
    await countOutcome(ctx, { ...countedAs({ language, model }), outcome: 'dismissed' });
    ctx.record('assist.proposals_changed', {});
    return { id, dismissed: true as const };
  });
}

async function lock(ctx: ChangeContext, id: string) {
  const key = tryDecodeId('replyProposal', id);
  const row = key && (await lockProposal(ctx, key));
  if (!key || !row) throw new AppError('reply_proposal_not_found');
  return { key, ...row };
}
