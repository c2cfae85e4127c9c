import { Skeleton, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import type { WebhookOverview } from '../../../../shared/contract/webhooks/webhook-overview.ts';
import { formatCount, formatDuration, formatUntil } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import type { FilterState } from '../deliveries/delivery-filter.ts';
import { percent } from '../success-figures.tsx';
import classes from './overview-figures.module.css';
import { countOf } from './overview-scale.ts';

/** The totals of the period, and the next attempt. Each count links to its deliveries. */
export function OverviewFigures({
  endpoint,
  overview: { total, nextAttemptAt },
  onState,
}: {
  endpoint: WebhookEndpoint;
  overview: WebhookOverview;
  onState: (state: FilterState) => void;
}) {
  const now = useNow();
  const isHeld = endpoint.state === 'paused' || endpoint.state === 'disabled';
  const waiting = isHeld ? 'held' : 'pending';
  return (
    <Card padded>
      <dl className={classes.figures}>
        <Figure
          name="succeeded"
          term={t('webhooks:overview.totals.succeeded')}
          hint={percent(total.succeeded, countOf(total))}
        >
          <Count count={total.succeeded} onClick={() => onState('succeeded')} />
        </Figure>
        <Figure
          name="failing"
          term={t('webhooks:overview.totals.failing')}
          isBad={total.failing > 0}
          hint={t('webhooks:overview.triedNotDelivered')}
        >
          <Count count={total.failing} onClick={() => onState('failing')} />
        </Figure>
        <Figure
          name="failed"
          term={t('webhooks:overview.totals.failed')}
          isBad={total.failed > 0}
          hint={t('webhooks:overview.afterAllAttempts')}
        >
          <Count count={total.failed} onClick={() => onState('failed')} />
        </Figure>
        <Figure
          name={waiting}
          term={t(`webhooks:overview.totals.${waiting}`)}
          hint={isHeld ? heldHint(endpoint) : pendingHint(total.pending, nextAttemptAt, now)}
        >
          <Count count={total.pending} onClick={() => onState(waiting)} />
        </Figure>
        <Figure
          name="response-time"
          term={t('webhooks:overview.responseTime')}
          hint={
            total.p95Milliseconds === null
              ? t('webhooks:overview.noResponse')
              : t('webhooks:overview.p95Within', { duration: formatDuration(total.p95Milliseconds) })
          }
        >
          {total.p50Milliseconds === null ? '–' : formatDuration(total.p50Milliseconds)}
        </Figure>
      </dl>
    </Card>
  );
}

/** Placeholder of the same size, while the figures load. */
export function FiguresSkeleton() {
  return (
    <Card padded>
      <div className={classes.figures}>
        {['succeeded', 'failing', 'failed', 'pending', 'time'].map((name) => (
          <div key={name}>
            <Skeleton height={12} width={72} mt={4} mb={10} />
            <Skeleton height={20} width={88} mb={10} />
            <Skeleton height={12} width={104} mb={3} />
          </div>
        ))}
      </div>
    </Card>
  );
}

function heldHint({ state }: WebhookEndpoint): string {
  return state === 'paused' ? t('webhooks:overview.isPaused') : t('webhooks:overview.isDisabled');
}

function pendingHint(pending: number, nextAttemptAt: string | null, now: number): string {
  if (nextAttemptAt !== null)
    return t('webhooks:overview.nextAttempt', { when: formatUntil(nextAttemptAt, now) });
  return pending === 0 ? t('webhooks:overview.nothingPending') : t('webhooks:overview.sending');
}

function Figure({
  name,
  term,
  hint,
  isBad = false,
  children,
}: {
  /** The suffix of the test id. */
  name: string;
  term: string;
  hint: string;
  isBad?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes.figure} data-bad={isBad || undefined}>
      <dt>{term}</dt>
      <dd className={classes.value} data-testid={`overview-${name}`}>
        {children}
      </dd>
      <dd className={classes.hint}>{hint}</dd>
    </div>
  );
}

function Count({ count, onClick }: { count: number; onClick: () => void }) {
  if (count === 0) return '0';
  return (
    <UnstyledButton className={classes.link} onClick={onClick}>
      {formatCount(count)}
    </UnstyledButton>
  );
}
