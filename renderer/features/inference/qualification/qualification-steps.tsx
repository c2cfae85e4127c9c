import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircle, IconCircleCheck, IconLoader2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { QualificationView } from '../../../../shared/contract/assist/qualification.contract.ts';
import type { Model } from '../../../../shared/contract/inference/models.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { applyAssistSettings, assistOptions } from '../../../lib/assist-settings.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { MutationButton } from '../../../ui/mutation-button.tsx';
import { modelsOptions, workersOptions } from '../inference.queries.ts';
import { isInProgress, progressOf } from '../models/model-states.ts';
import classes from './qualification.module.css';

type StepState = 'done' | 'now' | 'bad' | 'later';
interface Step {
  name: 'file' | 'load' | 'qualify' | 'drafts';
  state: StepState;
  detail: string;
}

const ICONS = { done: IconCircleCheck, now: IconLoader2, bad: IconAlertTriangle, later: IconCircle };

/** The way from no model to drafts that are ready, in four steps. */
export function QualificationSteps({
  view,
  isShown,
  mayManage,
}: {
  view: QualificationView;
  isShown: boolean;
  mayManage: boolean;
}) {
  const catalog = useQuery({ ...modelsOptions(), enabled: isShown }).data;
  const workers = useQuery(workersOptions()).data?.data ?? [];
  const mode = useQuery(assistOptions()).data?.modes.drafts ?? 'off';
  const loading = workers.find(({ isOnline, status }) => isOnline && status.state === 'loading');
  const coming = catalog?.data.find((model) => isInProgress(model)) ?? null;
  const isElsewhere = catalog?.reasonCode === 'forwarded';
  const steps = stepsOf(view, { coming, isElsewhere, loading: loading?.status.progress ?? null, mode });
  const turnOn = useMutation(() => api.assist.change({ body: { modes: { drafts: 'on' } } }), {
    onSuccess: applyAssistSettings,
  });
  const isOffered = view.result?.features.drafts?.isOffered === true;
  return (
    <ol className={classes.steps} aria-label={t('qualification:steps.label')} data-testid="model-steps">
      {steps.map(({ name, state, detail }) => {
        const Icon = ICONS[state];
        return (
          <li
            key={name}
            className={classes.step}
            data-state={state}
            aria-current={state === 'now' ? 'step' : undefined}
            data-testid={`model-step-${name}`}
          >
            <Icon size={18} aria-hidden color={colorOf(state)} />
            <span className={classes.label}>{t(`qualification:steps.${name}.label`)}</span>
            <span className={classes.detail}>
              {detail}
              {name === 'drafts' && state === 'done' && (
                <>
                  <br />
                  <span data-testid="draft-time">
                    {t(`qualification:steps.drafts.${view.draftTime.isLeft ? 'time' : 'timeSpent'}`, {
                      own: formatCount(Math.round(view.draftTime.ownSeconds / 60)),
                      limit: formatCount(Math.round(view.draftTime.limitSeconds / 60)),
                    })}
                  </span>
                </>
              )}
              {name === 'drafts' && isOffered && mode === 'off' && mayManage && (
                <>
                  <br />
                  <MutationButton size="compact-sm" mt={6} mutation={turnOn} data-testid="drafts-on">
                    {t('qualification:steps.drafts.turnOn')}
                  </MutationButton>
                </>
              )}
              {name === 'drafts' && state === 'done' && (
                <>
                  <br />
                  <Button
                    component={Link}
                    to="/settings/assistant"
                    size="compact-sm"
                    variant="default"
                    mt={6}
                  >
                    {t('qualification:steps.drafts.settings')}
                  </Button>
                </>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function colorOf(state: StepState): string {
  if (state === 'later') return 'var(--sb-line-strong, var(--sb-ink-soft))';
  return state === 'bad' ? 'var(--sb-warn)' : 'var(--mantine-color-pine-6)';
}

function stepsOf(
  view: QualificationView,
  {
    coming,
    isElsewhere,
    loading,
    mode,
  }: { coming: Model | null; isElsewhere: boolean; loading: number | null; mode: string },
): Step[] {
  const { model, state, done, total, result } = view;
  const hasFile = model !== null || loading !== null;
  const drafts = result?.features.drafts;
  const isQualified = result !== null && state !== 'running';
  return [
    {
      name: 'file',
      state: hasFile ? 'done' : coming ? 'now' : 'later',
      detail: hasFile
        ? t(`qualification:steps.file.${isElsewhere ? 'elsewhere' : 'done'}`)
        : coming
          ? `${coming.name}: ${progressOf(coming)}`
          : t('qualification:steps.file.none'),
    },
    {
      name: 'load',
      state: model !== null ? 'done' : loading !== null ? 'now' : 'later',
      detail:
        model ??
        (loading !== null
          ? t('qualification:steps.load.now', { percent: Math.round(loading * 100) })
          : t('qualification:steps.load.later')),
    },
    {
      name: 'qualify',
      state: isQualified ? 'done' : state === 'running' || state === 'reading' ? 'now' : 'later',
      detail: isQualified
        ? t('qualification:steps.qualify.done')
        : state === 'running'
          ? t('qualification:progress', { done, total })
          : t(`qualification:steps.qualify.${state === 'reading' ? 'reading' : 'later'}`),
    },
    {
      name: 'drafts',
      state: !isQualified ? 'later' : !drafts?.isOffered ? 'bad' : mode === 'on' ? 'done' : 'now',
      detail: !isQualified
        ? t('qualification:steps.drafts.later')
        : !drafts?.isOffered
          ? t('qualification:steps.drafts.notOffered')
          : t(`qualification:steps.drafts.${mode === 'on' ? 'on' : mode === 'shadow' ? 'shadow' : 'off'}`),
    },
  ];
}
