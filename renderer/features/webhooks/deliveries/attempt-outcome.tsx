import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { WebhookAttempt } from '../../../../shared/contract/webhooks/webhook-deliveries.contract.ts';
import { formatDuration } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import classes from './attempt-outcome.module.css';

/** The status and duration of an attempt. For a failed attempt, also the reason and what to do about it. */
export function AttemptOutcome({ attempt }: { attempt: WebhookAttempt }) {
  const { ok, status, cause, milliseconds, detail } = attempt;
  const duration = formatDuration(milliseconds);
  const noResponse = cause === null ? t('webhooks:outcome.noResponse') : t(`webhooks:causes.${cause}.label`);
  return (
    <div className={classes.outcome} data-testid="attempt-outcome" data-ok={ok}>
      <div className={classes.line} data-ok={ok}>
        {ok ? <IconCircleCheck size={18} aria-hidden="true" /> : <IconCircleX size={18} aria-hidden="true" />}
        <span className={classes.status}>
          {status === null ? noResponse : t('webhooks:outcome.status', { status })}
        </span>
        <span className={classes.soft}>
          {status === null
            ? t('webhooks:outcome.after', { duration })
            : t('webhooks:outcome.in', { duration })}
        </span>
      </div>
      {cause !== null && <div className={classes.cause}>{t(`webhooks:causes.${cause}.meaning`)}</div>}
      {detail !== null && <div className={classes.detail}>{detail}</div>}
    </div>
  );
}
