import { IconCheck, IconMinus } from '@tabler/icons-react';
import { type CloudApi, SETUP_STEPS, type SetupStep } from '../../../shared/contract/cloud-api.contract.ts';
import { isReachable, STEPS } from './setup-steps.ts';
import classes from './step-list.module.css';

/** The steps with their ticks and proofs; those that are within reach can be gone to. */
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
    <ol className={classes.list} aria-label="Steps">
      {SETUP_STEPS.map((step, index) => {
        const proof = STEPS[step].proof(cloudApi);
        const isSkipped = proof === null && cloudApi.setup.skipped.includes(step);
        const state = proof !== null ? 'done' : isSkipped ? 'skipped' : 'open';
        return (
          <li key={step}>
            <button
              type="button"
              className={classes.step}
              data-state={state}
              aria-label={`${STEPS[step].title}: ${proof ?? (isSkipped ? 'skipped for now' : 'to do')}`}
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
              <span className={classes.words}>
                <span className={classes.title}>{STEPS[step].title}</span>
                {(proof !== null || isSkipped) && (
                  <span className={classes.proof}>{proof ?? 'Skipped for now'}</span>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
