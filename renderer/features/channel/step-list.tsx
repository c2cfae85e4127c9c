import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { CloudApi, SetupStep } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { t } from '../../lib/i18n.ts';
import { isByHand, isReachable, STEPS, stepName, stepsOf } from './setup-steps.ts';
import classes from './step-list.module.css';

/** The setup steps, each with its state and what proves that it is done; reachable ones can be opened. */
export function StepList({
  cloudApi,
  current,
  onGo,
}: {
  cloudApi: CloudApi;
  current: SetupStep;
  onGo: (step: SetupStep) => void;
}) {
  return (
    <ol className={classes.list} aria-label={t('channel:setup.steps')}>
      {stepsOf(cloudApi).map((step, index) => {
        const name = stepName(step, cloudApi);
        const proof = STEPS[step].proof(cloudApi);
        const isSkipped = proof === null && cloudApi.setup.skipped.includes(step);
        const skipped = isByHand(step, cloudApi)
          ? t('channel:byHand.notChecked')
          : t('channel:setup.skipped');
        const state = proof !== null ? 'done' : isSkipped ? 'skipped' : 'open';
        return (
          <li key={step}>
            <button
              type="button"
              className={classes.step}
              data-state={state}
              aria-label={t('channel:setup.stepState', {
                step: name,
                state: proof ?? (isSkipped ? skipped : t('channel:setup.open')),
              })}
              aria-current={step === current ? 'step' : undefined}
              disabled={step !== current && !isReachable(step, cloudApi)}
              onClick={() => step !== current && onGo(step)}
              data-testid={`step-${step}`}
            >
              <span className={classes.mark} aria-hidden="true">
                {state === 'done' ? (
                  <IconCheck size={15} stroke={2.6} />
                ) : state === 'skipped' ? (
                  <IconMinus size={15} stroke={2.6} />
                ) : (
                  index + 1
                )}
              </span>
              <span className={classes.text}>
                <span className={classes.title}>{name}</span>
                {(proof !== null || isSkipped) && <span className={classes.proof}>{proof ?? skipped}</span>}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
