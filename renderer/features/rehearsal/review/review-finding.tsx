import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReviewFinding } from '../../../../shared/contract/assist/own-review.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { formatSpan } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toast.ts';
import { Card } from '../../../ui/card.tsx';
import { DotBadge } from '../../../ui/dot-badge.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import marks from '../rehearsal.module.css';
import classes from './own-review.module.css';

const MINUTE_MS = 60_000;

/** One thing to look at again: what it is, and the words that say so. */
export function Finding({
  finding,
  onJudged,
}: {
  finding: ReviewFinding;
  onJudged: (finding: ReviewFinding, isRight: boolean) => void;
}) {
  const { kind, conversationId, messageId, contactName, at, question, answer, quote, note } = finding;
  const isOfAnswer = kind === 'fact';
  return (
    <Card padded>
      <article className={classes.finding} data-testid="review-finding" data-kind={kind}>
        <header className={classes.head}>
          <DotBadge className={marks.mark} data-tone="warn">
            {t(`own-review:kinds.${answer === null ? 'closed' : kind}`)}
          </DotBadge>
          <Link
            className={classes.open}
            to="/inbox/{-$conversationId}"
            params={{ conversationId }}
            search={{ message: messageId }}
            data-testid="review-open"
          >
            <bdi>{contactName}</bdi>
          </Link>
          <Text component="span" size="sm" c="dimmed">
            <RelativeTime time={at} inWords />
          </Text>
        </header>
        <p className={classes.why}>
          <Why finding={finding} />
        </p>
        <dl className={classes.words}>
          <Words name={t('own-review:customer')} text={question} quote={isOfAnswer ? null : quote} />
          {answer !== null && (
            <Words name={t('own-review:you')} text={answer} quote={isOfAnswer ? quote : null} />
          )}
          {note && (
            <Words name={t('own-review:reply', { title: note.title })} text={note.text} quote={null} />
          )}
        </dl>
        {finding.byModel && <Judgment finding={finding} onJudged={onJudged} />}
      </article>
    </Card>
  );
}

function Why({ finding: { kind, answer, waitedMinutes, targetMinutes } }: { finding: ReviewFinding }) {
  if (waitedMinutes !== null && targetMinutes !== null) {
    return t('own-review:why.late', {
      waited: formatSpan(waitedMinutes * MINUTE_MS),
      target: formatSpan(targetMinutes * MINUTE_MS),
    });
  }
  return t(`own-review:why.${answer === null ? 'closed' : kind === 'fact' ? 'fact' : 'unanswered'}`);
}

/** What someone wrote, with the words that it is about. */
function Words({ name, text, quote }: { name: string; text: string; quote: string | null }) {
  const at = quote === null ? -1 : text.indexOf(quote);
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">
        {at < 0 || quote === null ? (
          text
        ) : (
          <>
            {text.slice(0, at)}
            <mark>{quote}</mark>
            {text.slice(at + quote.length)}
          </>
        )}
      </dd>
    </div>
  );
}

/** Asks whether the model is right: what it finds is shown only while it mostly is. */
function Judgment({
  finding,
  onJudged,
}: {
  finding: ReviewFinding;
  onJudged: (finding: ReviewFinding, isRight: boolean) => void;
}) {
  const judging = useMutation(
    async (isRight: boolean) => {
      const { answerId = '', number = 0 } = finding.byModel ?? {};
      await api.ownReview.judge({ params: { id: answerId }, body: { number, isRight } });
      return isRight;
    },
    {
      onSuccess: (isRight) => {
        if (!isRight) showToast(t('own-review:judge.hidden'));
        onJudged(finding, isRight);
      },
    },
  );
  if (finding.byModel?.isRight) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('own-review:judge.said')}
      </Text>
    );
  }
  return (
    <div className={classes.judgment}>
      <Text size="sm" c="dimmed">
        {t('own-review:judge.question')}
      </Text>
      {[true, false].map((isRight) => (
        <Button
          key={String(isRight)}
          variant="default"
          size="compact-sm"
          loading={judging.isPending && judging.variables === isRight}
          disabled={judging.isPending}
          onClick={() => judging.mutate(isRight)}
          data-testid={isRight ? 'review-right' : 'review-wrong'}
        >
          {t(isRight ? 'own-review:judge.right' : 'own-review:judge.wrong')}
        </Button>
      ))}
      {judging.error !== null && (
        <Text size="sm" c="var(--sb-bad)" role="alert">
          {judging.error}
        </Text>
      )}
    </div>
  );
}
