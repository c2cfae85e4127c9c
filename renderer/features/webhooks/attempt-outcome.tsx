import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { WebhookAttempt } from '../../../shared/contract/webhook-deliveries.contract.ts';
import { WEBHOOK_CAUSES } from '../../../shared/domain/webhook-causes.ts';
import { formatDuration } from '../../lib/format.ts';
import classes from './attempt-outcome.module.css';
import { CAUSE_LABELS } from './webhook-labels.ts';

/** How an attempt went: the answer and its time; where it failed also why, and what to do about it. */
export function AttemptOutcome({ attempt }: { attempt: WebhookAttempt }) {
  const { ok, status, cause, milliseconds, detail } = attempt;
  return (
    <div className={classes.outcome} data-testid="attempt-outcome" data-ok={ok}>
      <div className={classes.line} data-ok={ok}>
        {ok ? <IconCircleCheck size={18} aria-hidden="true" /> : <IconCircleX size={18} aria-hidden="true" />}
        <span className={classes.status}>
          {status === null ? (cause === null ? 'No answer' : CAUSE_LABELS[cause]) : `Answered ${status}`}
        </span>
        <span className={classes.soft}>
          {status === null ? 'after' : 'in'} {formatDuration(milliseconds)}
        </span>
      </div>
      {cause !== null && <div className={classes.cause}>{WEBHOOK_CAUSES[cause]}</div>}
      {detail !== null && <div className={classes.detail}>{detail}</div>}
    </div>
  );
}
