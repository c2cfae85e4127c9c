import type { ThreadMessage } from '../../../../../shared/contract/conversations.contract.ts';
import { contactTitle } from '../../../../lib/format/contact-title.ts';
import { t } from '../../../../lib/i18n.ts';
import classes from '../../bubble.module.css';
import { useConversations } from '../../list/conversations.store.ts';
import { useThreads } from '../store/threads.store.ts';
import { deletedText, previewText } from './message-kind.ts';

/** The quoted message in one or two lines, or a note that it is not loaded. */
export function MessageQuote({ conversationId, id }: { conversationId: string; id: string }) {
  const quoted = useThreads((threads) => threads[conversationId]?.messages.find((one) => one.id === id));
  const contact = useConversations((state) => state.byId[conversationId]?.contact);
  if (!quoted) return <blockquote className={classes.quote}>{t('inbox:thread.quote.earlier')}</blockquote>;
  const author =
    quoted.direction === 'outbound'
      ? (quoted.author?.name ?? t('inbox:thread.quote.you'))
      : contact && contactTitle(contact);
  return (
    <blockquote className={classes.quote} data-testid="message-quote">
      {author !== undefined && <strong dir="auto">{author}</strong>}
      <span dir="auto">{quoteText(quoted)}</span>
    </blockquote>
  );
}

/** Returns the text of a message in one line. */
export function quoteText({
  type,
  content,
  caption,
  filename,
  templateName,
  revokedAt,
}: ThreadMessage): string {
  if (revokedAt) return deletedText();
  return previewText(type, content || caption || filename || templateName || '');
}
