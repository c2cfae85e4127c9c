import { Button, Progress, Skeleton, Text } from '@mantine/core';
import { IconChecks, IconEyeCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { REVIEW_DAYS } from '../../../../shared/domain/assist/review.ts';
import { queries } from '../../../lib/api/api.ts';
import { assistOptions } from '../../../lib/assist-settings.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NotLoadedState } from '../../../ui/error-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import classes from './own-review.module.css';
import { Finding } from './review-finding.tsx';
import { type ModelLook, useModelLook } from './use-model-look.ts';

const ICON = { size: 26, stroke: 1.6 } as const;

/** What a person could look at again in their own answers. Nobody else sees it. */
export function OwnReviewPage() {
  const settings = useQuery(assistOptions());
  const isOn = settings.data?.modes.review === 'on';
  const review = useQuery({ ...queries.ownReview.get.queryOptions({ input: {} }), enabled: isOn });
  const { look, start, stop, judged } = useModelLook();
  const findings = [...look.findings, ...(review.data?.findings ?? [])].sort((one, other) =>
    other.at.localeCompare(one.at),
  );
  return (
    <PageFrame
      title={t('own-review:title')}
      lead={t('own-review:lead', { count: REVIEW_DAYS })}
      above={<BackLink to="/settings/rehearsals">{t('rehearsals:title')}</BackLink>}
    >
      {settings.data && !isOn ? (
        <Card>
          <EmptyState icon={<IconEyeCheck {...ICON} />} title={t('own-review:off.title')}>
            <span data-testid="review-off">{t('own-review:off.text')}</span>
          </EmptyState>
        </Card>
      ) : !review.data ? (
        <NotLoadedState
          title={t('own-review:notLoaded')}
          query={settings.error ? settings : review}
          isFramed
          waiting={<Waiting />}
        />
      ) : (
        <>
          {review.data.answers.length > 0 && (
            <Card padded>
              <Look
                look={look}
                answers={review.data.answers.length}
                reviewer={review.data.reviewer}
                onStart={() => void start(review.data.answers)}
                onStop={stop}
              />
            </Card>
          )}
          <div className={classes.list}>
            {!review.data.hasTargets && <Notice tone="quiet">{t('own-review:noTargets')}</Notice>}
            {!review.data.isComplete && <Notice tone="quiet">{t('own-review:notAll')}</Notice>}
            {findings.length === 0 && look.state !== 'running' && (
              <Card>
                <EmptyState
                  icon={<IconChecks {...ICON} />}
                  title={t(
                    review.data.answers.length === 0 ? 'own-review:none.noAnswers' : 'own-review:none.title',
                  )}
                >
                  {t(look.state === 'done' ? 'own-review:none.looked' : 'own-review:none.text')}
                </EmptyState>
              </Card>
            )}
            {findings.map((finding) => (
              <Finding
                key={`${finding.messageId} ${finding.kind} ${finding.byModel?.number ?? ''}`}
                finding={finding}
                onJudged={judged}
              />
            ))}
          </div>
        </>
      )}
    </PageFrame>
  );
}

/** The part of the model: what it can look at, how far it is, or why it does not. */
function Look({
  look: { state, done, leftOut, problem },
  answers,
  reviewer,
  onStart,
  onStop,
}: {
  look: ModelLook;
  answers: number;
  reviewer: 'ready' | 'away' | 'not_offered' | 'not_trusted';
  onStart: () => void;
  onStop: () => void;
}) {
  const progress = t('own-review:look.progress', { done: formatCount(done), total: formatCount(answers) });
  return (
    <>
      {state === 'running' && (
        <Progress.Root size="sm" mb={10}>
          <Progress.Section value={(100 * done) / answers} aria-label={progress} color="teal.7" />
        </Progress.Root>
      )}
      <div className={classes.look}>
        <div className={classes.lookText} role="status">
          <Text fw={550}>{t('own-review:look.title')}</Text>
          <Text size="sm" c="dimmed" data-testid="review-look">
            {reviewer !== 'ready'
              ? t(`own-review:look.${reviewer}`)
              : state === 'idle'
                ? t('own-review:look.hint')
                : progress}
            {leftOut > 0 &&
              ` ${t('own-review:look.leftOut', { count: leftOut, number: formatCount(leftOut) })}`}
          </Text>
          {problem !== null && (
            <Text size="sm" c="var(--sb-bad)" role="alert">
              {typeof problem === 'string' ? t(`own-review:look.problems.${problem}`) : problem.text}
            </Text>
          )}
        </div>
        {state === 'running' ? (
          <Button variant="default" onClick={onStop} data-testid="review-stop">
            {t('own-review:look.stop')}
          </Button>
        ) : (
          reviewer === 'ready' &&
          answers > 0 && (
            <Button
              variant={state === 'idle' ? 'filled' : 'default'}
              onClick={onStart}
              data-testid="review-start"
            >
              {state === 'idle'
                ? t('own-review:look.start', { count: answers, number: formatCount(answers) })
                : t('own-review:look.again')}
            </Button>
          )
        )}
      </div>
    </>
  );
}

function Waiting() {
  return (
    <div className={classes.list} aria-busy="true">
      <Skeleton height={72} />
      <Skeleton height={140} />
      <Skeleton height={140} />
    </div>
  );
}
