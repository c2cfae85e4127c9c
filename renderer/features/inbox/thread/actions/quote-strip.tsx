import { CloseButton } from '@mantine/core';
import { t } from '../../../../lib/i18n.ts';
import { saveQuote, useQuotes } from '../../composer/drafts.store.ts';
import { parseQuote } from '../../composer/quote.ts';
import classes from './quote-strip.module.css';

/** The message that the reply will quote, above its text. */
export function QuoteStrip({ conversationId }: { conversationId: string }) {
  const quote = parseQuote(useQuotes((state) => state.byConversation[conversationId] ?? ''));
  if (quote === null) return null;
  return (
    <div className={classes.strip} data-testid="quote-strip">
      <blockquote className={classes.quote}>
        <strong>{t('message-actions:quote.to', { name: quote.author })}</strong>
        <span dir="auto">{quote.text}</span>
      </blockquote>
      <CloseButton
        size="sm"
        aria-label={t('message-actions:quote.remove')}
        onClick={() => saveQuote(conversationId, null)}
      />
    </div>
  );
}
