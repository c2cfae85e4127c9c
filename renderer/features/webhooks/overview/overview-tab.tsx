import { Button, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { IconChartBarOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { WEBHOOK_SPANS, type WebhookSpan } from '../../../../shared/contract/webhooks/webhook-overview.ts';
import { ATTEMPT_DELAYS } from '../../../../shared/domain/webhooks/webhook-retries.ts';
import { currentLanguage, t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NotLoadedState } from '../../../ui/error-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { DeliveryFilter } from '../deliveries/delivery-filter.ts';
import type { EndpointQuery } from '../endpoints/endpoint-query.ts';
import { overviewOptions } from '../webhooks.queries.ts';
import { OverviewCharts } from './overview-charts.tsx';
import { FiguresSkeleton, OverviewFigures } from './overview-figures.tsx';
import { countOf } from './overview-scale.ts';
import classes from './overview-tab.module.css';
import { OverviewTable } from './overview-table.tsx';

const RETRIES = ATTEMPT_DELAYS.slice(1);

/** The delivery counts and response times of an endpoint over time. */
export function OverviewTab({
  endpoint,
  query,
  onQuery,
}: {
  endpoint: WebhookEndpoint;
  query: EndpointQuery;
  onQuery: (query: EndpointQuery) => void;
}) {
  const span = WEBHOOK_SPANS.find((name) => name === query.filter.span) ?? 'day';
  const overview = useQuery(overviewOptions(endpoint.id, span));
  const { data, error, isPlaceholderData } = overview;
  const show = (chosen: WebhookSpan) => onQuery({ tab: 'overview', filter: { span: chosen } });
  const showDeliveries = (filter: DeliveryFilter) => onQuery({ tab: 'deliveries', filter });
  return (
    <div className={classes.overview} aria-busy={!data || isPlaceholderData}>
      <SegmentedControl
        className={classes.span}
        aria-label={t('webhooks:overview.span')}
        data={WEBHOOK_SPANS.map((name) => ({ value: name, label: t(`webhooks:overview.spans.${name}`) }))}
        value={span}
        onChange={(value) => show(WEBHOOK_SPANS.find((name) => name === value) ?? 'day')}
        data-testid="overview-span"
      />
      {error && data && (
        <Notice tone="warn">{t('webhooks:overview.stale', { reason: error.message })}</Notice>
      )}
      {!data ? (
        <NotLoadedState
          title={t('webhooks:overview.loadFailed')}
          query={overview}
          isFramed
          waiting={<Waiting />}
        />
      ) : countOf(data.total) === 0 ? (
        <Card>
          <EmptyState
            icon={<IconChartBarOff size={26} stroke={1.6} />}
            title={t(`webhooks:overview.empty.${span}`)}
            actions={
              <>
                <Button onClick={() => onQuery({ tab: 'testing', filter: {} })}>
                  {t('webhooks:sendTest')}
                </Button>
                {span !== 'week' && endpoint.lastDelivery !== null && (
                  <Button variant="default" onClick={() => show('week')}>
                    {t('webhooks:overview.showWeek')}
                  </Button>
                )}
              </>
            }
          >
            {t('webhooks:overview.emptyText')}
          </EmptyState>
        </Card>
      ) : (
        <>
          <OverviewFigures
            endpoint={endpoint}
            overview={data}
            onState={(state) => showDeliveries({ state, span })}
          />
          <OverviewCharts
            overview={data}
            span={span}
            onStep={(since, until) => showDeliveries({ span: 'custom', since, until })}
          />
          <OverviewTable overview={data} />
        </>
      )}
      <RetrySchedule />
    </div>
  );
}

function Waiting() {
  return (
    <>
      <FiguresSkeleton />
      <div className={classes.charts}>
        {['deliveries', 'answers'].map((name) => (
          <Card key={name} padded>
            <Skeleton height={16} width={140} mt={4} mb={26} />
            <Skeleton height={160} />
          </Card>
        ))}
      </div>
    </>
  );
}

/** When a failed delivery is sent again, and how often. */
function RetrySchedule() {
  return (
    <Text size="sm" c="dimmed" maw="90ch" data-testid="retry-schedule">
      {t('webhooks:overview.retries', {
        retries: RETRIES.length,
        delays: new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(
          RETRIES.map(delayText),
        ),
      })}
    </Text>
  );
}

/** Returns a delay in its largest unit: `5 sec`, `30 min`, `2 hr`. */
function delayText(seconds: number): string {
  const [value, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds < 3_600
        ? [seconds / 60, 'minute']
        : [seconds / 3_600, 'hour'];
  return new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit, unitDisplay: 'short' }).format(
    value,
  );
}
