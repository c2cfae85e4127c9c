import type { SavedReply } from '../../../../../shared/contract/inbox/saved-replies.contract.ts';
import { fillVariables } from '../../../../../shared/domain/saved-reply.ts';
import { api } from '../../../../lib/api/api.ts';
import { readDraft, saveDraft } from '../../composer/drafts.store.ts';
import { insertText } from '../../composer/insert-text.ts';
import { noteUsedReply } from '../../composer/used-reply.ts';
import { useReplyValues } from '../../saved-replies/use-reply-values.ts';

/** Returns what puts a saved reply, with its variables filled in, into the text of a conversation. */
export function useInsertReply(conversationId: string): (reply: SavedReply | undefined) => void {
  const values = useReplyValues(conversationId);
  return (reply) => {
    if (!reply) return;
    api.savedReplies.countUse({ params: { id: reply.id } }).catch(() => undefined);
    noteUsedReply(conversationId, reply.id);
    const field = document.querySelector<HTMLTextAreaElement>('[data-testid="composer"]');
    const { text } = fillVariables(reply.content, values);
    insertText(field, readDraft(conversationId), text, (next) => saveDraft(conversationId, next));
  };
}
