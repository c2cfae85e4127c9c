import type { ThreadMessage } from '../../../shared/contract/conversations.contract.ts';
import { contactTitle } from '../../lib/contact-title.ts';
import classes from './bubble.module.css';
import { useConversations } from './conversations.store.ts';
import { previewText } from './message-kind.ts';
import { useThreads } from './threads.store.ts';

/** The message that another one answers, in a line or two. One that is not loaded is named as such. */
export function MessageQuote({ conversationId, id }: { conversationId: string; id: string }) {
  const quoted = useThreads((threads) => threads[conversationId]?.messages.find((one) => one.id === id));
  const contact = useConversations((state) => state.byId[conversationId]?.contact);
  if (!quoted) return <blockquote className={classes.quote}>An earlier message</blockquote>;
  const author =
    quoted.direction === 'outbound' ? (quoted.author?.name ?? 'You') : contact && contactTitle(contact);
  return (
    <blockquote className={classes.quote} data-testid="message-quote">
      {author !== undefined && <strong>{author}</strong>}
      <span dir="auto">{wordsOf(quoted)}</span>
    </blockquote>
  );
}

function wordsOf({ type, content, caption, filename, templateName }: ThreadMessage): string {
  return previewText(type, content || caption || filename || templateName || '');
}
