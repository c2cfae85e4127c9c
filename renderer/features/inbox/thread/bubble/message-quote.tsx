import { UnstyledButton } from '@mantine/core';
import { contactTitle } from '../../../../lib/format/contact-title.ts';
import { t } from '../../../../lib/i18n.ts';
import classes from '../../bubble.module.css';
import { useConversations } from '../../list/conversations.store.ts';
import { quoteText } from '../actions/message-actions.ts';
import { useThreads } from '../store/threads.store.ts';
import { showMessage } from '../use-open-thread.ts';

/** The quoted message in one or two lines, or a note that it is not loaded. A click leads to it. */
export function MessageQuote({ conversationId, id }: { conversationId: string; id: string }) {
  const quoted = useThreads((threads) => threads[conversationId]?.messages.find((one) => one.id === id));
  const contact = useConversations((state) => state.byId[conversationId]?.contact);
  const author =
    quoted?.direction === 'outbound'
      ? (quoted.author?.name ?? t('inbox:thread.quote.you'))
      : quoted && contact && contactTitle(contact);
  return (
    <blockquote className={classes.quote} data-testid="message-quote">
      <UnstyledButton
        className={classes.jump}
        aria-label={t('message-actions:quote.show')}
        onClick={() => void showMessage(conversationId, id)}
      >
        {author !== undefined && <strong dir="auto">{author}</strong>}
        <span dir="auto">{quoted ? quoteText(quoted) : t('inbox:thread.quote.earlier')}</span>
      </UnstyledButton>
    </blockquote>
  );
}
