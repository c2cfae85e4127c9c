import { Loader } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './step-proof.module.css';

/** The proof of a step: done, waiting, or failed with its cause. */
export function StepProof({
  state,
  children,
  testId,
}: {
  state: 'done' | 'waiting' | 'failed';
  children: ReactNode;
  testId?: string;
}) {
  return (
    <div className={classes.proven} data-state={state} role="status" data-testid={testId}>
      <span className={classes.icon} aria-hidden="true">
        {state === 'done' && <IconCircleCheck size={20} />}
        {state === 'waiting' && <Loader size={18} />}
        {state === 'failed' && <IconAlertCircle size={20} />}
      </span>
      <div className={classes.text}>{children}</div>
    </div>
  );
}
