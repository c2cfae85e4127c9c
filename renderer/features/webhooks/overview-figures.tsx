import { Skeleton, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import type { WebhookOverview } from '../../../shared/contract/webhook-overview.ts';
import { formatCount, formatDuration, formatUntil } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { DeliveryState } from './delivery-filter.ts';
import classes from './overview-figures.module.css';
import { countOf } from './overview-scale.ts';
import { percent } from './success-figures.tsx';

/** What there was in all, and what comes next. A count leads to the deliveries that it counts. */
export function OverviewFigures({
  endpoint,
  overview: { total, nextAttemptAt },
  onState,
}: {
  endpoint: WebhookEndpoint;
  overview: WebhookOverview;
  onState: (state: DeliveryState) => void;
}) {
  const now = useNow();
  const isHeld = endpoint.state === 'paused' || endpoint.state === 'disabled';
  const waiting: DeliveryState = isHeld ? 'held' : 'pending';
  return (
    <Card padded>
      <dl className={classes.figures}>
        <Figure term="Succeeded" hint={percent(total.succeeded, countOf(total))}>
          <Count count={total.succeeded} onClick={() => onState('succeeded')} />
        </Figure>
        <Figure term="Failed" isBad={total.failed > 0} hint="given up">
          <Count count={total.failed} onClick={() => onState('failed')} />
        </Figure>
        <Figure
          term={isHeld ? 'Held' : 'Pending'}
          hint={isHeld ? `endpoint is ${endpoint.state}` : waitWords(total.pending, nextAttemptAt, now)}
        >
          <Count count={total.pending} onClick={() => onState(waiting)} />
        </Figure>
        <Figure
          term="Response time"
          hint={
            total.p95Milliseconds === null
              ? 'no answer yet'
              : `95 % within ${formatDuration(total.p95Milliseconds)}`
          }
        >
          {total.p50Milliseconds === null ? '–' : formatDuration(total.p50Milliseconds)}
        </Figure>
      </dl>
    </Card>
  );
}

/** Stands in while they are on their way, at their size. */
export function FiguresSkeleton() {
  return (
    <Card padded>
      <div className={classes.figures}>
        {['succeeded', 'failed', 'pending', 'time'].map((name) => (
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

function waitWords(pending: number, nextAttemptAt: string | null, now: number): string {
  if (nextAttemptAt !== null) return `next attempt ${formatUntil(nextAttemptAt, now)}`;
  return pending === 0 ? 'nothing waits' : 'on their way';
}

function Figure({
  term,
  hint,
  isBad = false,
  children,
}: {
  term: string;
  hint: string;
  isBad?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes.figure} data-bad={isBad || undefined}>
      <dt>{term}</dt>
      <dd className={classes.value} data-testid={`overview-${term.toLowerCase().replace(' ', '-')}`}>
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
