import type {
  AssistDraft,
  WithheldDraft,
} from '../../../../shared/contract/assist/assist-drafts.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import { countOutcome, modeOf } from '../../../features/assist/index.ts';
import { conversationKey, findConversation } from '../../../features/conversations/index.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { inTransaction } from '../../../kernel/context/in-transaction.ts';
import { decodeId, encodeId } from '../../../kernel/ids.ts';
import { countedLanguage } from '../languages.ts';
import { markDraft, preparedDraft, removeDraft, withheldDraft } from './prepared-drafts.repository.ts';

/**
 * Returns the draft of a conversation; null where there is none, it is not to be shown, or someone has written since. Where
 * the language of the customer is the reason, it says so.
 * @throws {AppError} conversation_not_found
 */
export async function getDraft(
  ctx: Context,
  conversationId: string,
): Promise<{ draft: AssistDraft | null; withheld?: WithheldDraft }> {
  const conversation = await findConversation(ctx, conversationKey(conversationId));
  if (!conversation) throw new AppError('conversation_not_found');
  const draft = await preparedDraft(ctx, conversation.id);
  const found = draft ?? (await withheldDraft(ctx, conversation.id));
  const isCurrent =
    found !== null && !draft?.isShadow && conversation.lastMessageId?.equals(found.messageId) === true;
  if (!isCurrent || (await modeOf(ctx, 'drafts', conversation.contactId)) !== 'on') return { draft: null };
  if (draft === null) {
    const answers = encodeId('message', found.messageId);
    return { draft: null, withheld: { answers, language: found.language } };
  }
  const { messageId, text, sources, language, model } = draft;
  return { draft: { answers: encodeId('message', messageId), text, sources, language, model } };
}

/**
 * Notes that a draft was shown, taken or dismissed; the first time counts. A dismissed one is deleted.
 * @throws {AppError} conversation_not_found
 */
export function noteDraft(
  ctx: Context,
  conversationId: string,
  { answers, was }: { answers: string; was: 'shown' | 'taken' | 'dismissed' },
): Promise<{ isNoted: boolean }> {
  return inTransaction(ctx, async (ctx) => {
    const conversation = await findConversation(ctx, conversationKey(conversationId));
    if (!conversation) throw new AppError('conversation_not_found');
    const draft = await preparedDraft(ctx, conversation.id, true);
    const messageId = decodeId(answers);
    if (!draft || draft.isShadow || !draft.messageId.equals(messageId)) return { isNoted: false };
    const isNew =
      was === 'dismissed'
        ? await removeDraft(ctx, conversation.id)
        : await markDraft(ctx, conversation.id, messageId, was === 'shown' ? 'is_shown' : 'is_taken');
    // What was taken is counted when it is sent.
    if (isNew && was !== 'taken') {
      const language = countedLanguage(draft.language);
      await countOutcome(ctx, {
        ...{ feature: 'drafts', outcome: was, language, model: draft.model },
        contactId: conversation.contactId,
      });
    }
    return { isNoted: isNew };
  });
}
