import { Badge, Button, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { QualificationView } from '../../../../shared/contract/assist/qualification.contract.ts';
import { MODEL_FEATURES, type QualificationVerdict } from '../../../../shared/domain/assist/qualification.ts';
import { api } from '../../../lib/api/api.ts';
import { formatDate } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { currentLanguage, t } from '../../../lib/i18n.ts';
import {
  applyQualification,
  formatFigure,
  limitOf,
  qualificationOptions,
} from '../../../lib/qualification.ts';
import { Card } from '../../../ui/card.tsx';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { NotLoadedCard } from '../../../ui/error-state.tsx';
import { MutationButton, MutationError } from '../../../ui/mutation-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import classes from './qualification.module.css';
import { QualificationSteps } from './qualification-steps.tsx';

/** How far the server is on the way from no model to drafts, and what the model is good for on this machine. */
export function Qualification({ isShown, mayManage }: { isShown: boolean; mayManage: boolean }) {
  const view = useQuery({ ...qualificationOptions(), enabled: isShown });
  if (!view.data) return <NotLoadedCard title={t('qualification:notLoaded')} query={view} height={120} />;
  return (
    <>
      <Card padded>
        <QualificationSteps view={view.data} isShown={isShown} mayManage={mayManage} />
      </Card>
      {view.data.model !== null && <Run view={view.data} mayManage={mayManage} />}
    </>
  );
}

function Run({ view, mayManage }: { view: QualificationView; mayManage: boolean }) {
  const { model, state, done, total, result, isTestModel } = view;
  const start = useMutation(() => api.qualification.start({}), { onSuccess: applyQualification });
  const [isStopping, setStopping] = useState(false);
  const stop = useMutation(() => api.qualification.stop({}), {
    onSuccess: (stopped) => {
      applyQualification(stopped);
      setStopping(false);
    },
  });
  const isRunning = state === 'running';
  return (
    <section aria-labelledby="qualification-title" data-testid="qualification" data-state={state}>
      <Card padded>
        <Stack gap="md">
          <div className={classes.head}>
            <div>
              <h2 id="qualification-title">{t('qualification:title', { model })}</h2>
              <p>{t('qualification:lead', { count: total })}</p>
            </div>
            {mayManage && view.mayRun && (
              <div className={classes.buttons}>
                {isRunning ? (
                  <Button
                    size="sm"
                    variant="default"
                    onClick={() => setStopping(true)}
                    data-testid="qualification-stop"
                  >
                    {t('qualification:stop.button')}
                  </Button>
                ) : (
                  <MutationButton
                    size="sm"
                    variant={result === null ? 'filled' : 'default'}
                    disabled={state === 'reading'}
                    mutation={start}
                    data-testid="qualification-start"
                  >
                    {t(result === null ? 'qualification:start' : 'qualification:startAgain')}
                  </MutationButton>
                )}
              </div>
            )}
          </div>
          <MutationError mutation={start} />
          <ConfirmModal
            // A run that ends meanwhile has nothing to stop.
            opened={isStopping && isRunning}
            title={t('qualification:stop.title')}
            confirmLabel={t('qualification:stop.confirm')}
            mutation={stop}
            onClose={() => setStopping(false)}
          >
            <Text>
              {t('qualification:stop.lost')}{' '}
              {t(`qualification:stop.${result === null ? 'keptSettings' : 'keptResult'}`)}
            </Text>
          </ConfirmModal>
          {isRunning && (
            <div>
              <Progress
                value={(100 * done) / total}
                animated
                color="pine"
                aria-label={t('qualification:progressLabel')}
                data-testid="qualification-progress"
              />
              <p className={classes.progress} data-testid="qualification-progress-text">
                {t('qualification:progress', { done, total })}
              </p>
            </div>
          )}
          {!isRunning && <Standing view={view} />}
          {isTestModel && result !== null && <Notice tone="quiet">{t('qualification:testModel')}</Notice>}
          {result !== null && (
            <ul className={classes.features} aria-label={t('qualification:results')}>
              {MODEL_FEATURES.map((name) => (
                <Feature key={name} name={name} verdict={result.features[name]} />
              ))}
            </ul>
          )}
        </Stack>
      </Card>
    </section>
  );
}

/** What is known while no run goes on. */
function Standing({ view: { state, result, startsByItself } }: { view: QualificationView }) {
  if (result === null) {
    const key =
      state === 'reading' ? 'reading' : state === 'stopped' ? 'stopped' : startsByItself ? 'soon' : 'none';
    return (
      <p className={classes.detail} data-testid="qualification-standing">
        {t(`qualification:standing.${key}`)}
      </p>
    );
  }
  return (
    <div data-testid="qualification-standing">
      <p className={classes.summary} data-testid="qualification-summary">
        {goodAndNot(result.features)}
      </p>
      {result.isOutdated && <Notice tone="warn">{t('qualification:outdated')}</Notice>}
      <p className={classes.detail}>
        {state === 'stopped' && `${t('qualification:standing.stopped')} `}
        {t('qualification:finished', { date: formatDate(result.finishedAt), count: result.cases })}
      </p>
    </div>
  );
}

/** Says what the model is good for, and what not: `Good for: Drafts, Translation. Not for: Summaries.` */
function goodAndNot(features: NonNullable<QualificationView['result']>['features']): string {
  const list = new Intl.ListFormat(currentLanguage());
  const names = (isOffered: boolean) =>
    list.format(
      MODEL_FEATURES.filter((name) => features[name]?.isOffered === isOffered).map((name) =>
        t(`assist:features.${name}.name`),
      ),
    );
  const [good, not] = [names(true), names(false)];
  return [
    good !== '' && t('qualification:goodFor', { features: good }),
    not !== '' && t('qualification:notFor', { features: not }),
  ]
    .filter(Boolean)
    .join(' ');
}

function Feature({
  name,
  verdict,
}: {
  name: (typeof MODEL_FEATURES)[number];
  verdict: QualificationVerdict | undefined;
}) {
  if (!verdict) return null;
  return (
    <li className={classes.feature} data-testid={`qualified-${name}`} data-offered={verdict.isOffered}>
      <div className={classes.name}>
        {t(`assist:features.${name}.name`)}
        <Badge variant="light" color={verdict.isOffered ? 'pine' : 'red'} tt="none">
          {t(verdict.isOffered ? 'qualification:offered' : 'qualification:notOffered')}
        </Badge>
      </div>
      <dl className={classes.figures}>
        {verdict.figures.map((figure) => (
          <div key={figure.measure} className={classes.figure} data-failed={!figure.isPassed || undefined}>
            <dt>{t(`qualification:measures.${figure.measure}`)}</dt>
            <dd>
              <strong>{formatFigure(figure.value, figure.unit)}</strong> {limitOf(figure)}
              <br />
              {t('qualification:languages', {
                en: formatFigure(figure.en, figure.unit),
                pt: formatFigure(figure.pt, figure.unit),
              })}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
