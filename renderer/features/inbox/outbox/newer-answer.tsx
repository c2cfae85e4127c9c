import { Button } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import { formatAgoInWords } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { useInbox } from '../inbox-context.ts';
import { quoteText } from '../thread/actions/message-actions.ts';
import { useThreads } from '../thread/store/threads.store.ts';
import classes from './newer-answer.module.css';
import { returnToComposer, sendAnyway } from './outbox.actions.ts';
import { useOutbox } from './outbox.store.ts';
import { answerOfOthers } from './seen-answers.ts';

const NONE: never[] = [];

/** Above the composer: a colleague was faster. Shows both texts, and lets the person decide. */
export function NewerAnswer({ conversationId }: { conversationId: string }) {
  const { session } = useInbox();
  const now = useNow();
  const pending = useOutbox((state) =>
    state.pending.find((item) => item.conversationId === conversationId && item.isOvertaken),
  );
  const messages = useThreads((threads) => threads[conversationId]?.messages ?? NONE);
  if (!pending) return null;
  const answer = answerOfOthers(messages, session.user.id);
  const name = answer?.author?.name ?? t('inbox:thread.api');
  const mine = pending.content || pending.media?.filename || '';
  return (
    <section className={classes.card} role="alert" data-testid="newer-answer">
      <p className={classes.title}>
        <IconArrowsSplit2 size={16} aria-hidden="true" />
        {answer
          ? t('inbox:newerAnswer.title', { name, ago: formatAgoInWords(answer.createdAt, now) })
          : t('inbox:newerAnswer.loading')}
      </p>
      <dl className={classes.texts}>
        {answer && (
          <div>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{quoteText(answer)}</dd>
          </div>
        )}
        <div>
          <dt>{t('inbox:newerAnswer.yours')}</dt>
          <dd dir="auto">{mine}</dd>
        </div>
      </dl>
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          disabled={!answer}
          onClick={() => answer && sendAnyway(pending, answer.id)}
          data-testid="send-anyway"
        >
          {t('inbox:newerAnswer.send')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => returnToComposer(pending)}
          data-testid="discard-stale"
        >
          {t('inbox:outbox.takeBack')}
        </Button>
        <span className={classes.hint}>{t('inbox:newerAnswer.hint')}</span>
      </div>
    </section>
  );
}
