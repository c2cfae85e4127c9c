import { Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Insights } from '../../../shared/contract/public/insights.contract.ts';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotLoadedState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { BehindDrawer } from './behind/behind-drawer.tsx';
import { ExportMenu } from './export/export-menu.tsx';
import { daysText } from './insight-text.ts';
import classes from './insights.module.css';
import { insightsOptions, todayOptions } from './insights.queries.ts';
import type { Behind, InsightsSearch } from './insights-search.ts';
import { FailedByReason } from './parts/breakdowns.tsx';
import { Charts } from './parts/charts.tsx';
import { BroadcastTable, ModelFigures, TeamTable } from './parts/tables.tsx';
import { Durations, Tiles } from './parts/tiles.tsx';
import { Today } from './parts/today.tsx';
import { PeriodPicker } from './period-picker.tsx';

export interface InsightsPageProps {
  search: InsightsSearch;
  onSearch: (search: InsightsSearch, options?: { replace?: boolean }) => void;
}

/** What happens today, and what the workspace did in a period, compared with the one before; each figure opens its conversations. */
export function InsightsPage({ search, onSearch }: InsightsPageProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(insightsOptions(search));
  const today = useQuery(todayOptions());
  const hasFailed = error !== null && !data;
  const stale = (data && error) || (today.data && today.error);
  const { period, from, to } = search;
  const open = (behind: Behind | null) => onSearch({ period, from, to, ...behind });
  return (
    <PageFrame
      title={t('insights:title')}
      lead={data ? <Lead insights={data} /> : !error && <Skeleton height={14} width={320} mt={8} />}
      actions={data && <ExportMenu insights={data} />}
    >
      <div className={classes.page} aria-busy={!data || isPlaceholderData}>
        {/* One failure is enough when there are no figures at all. */}
        {!(hasFailed && today.error && !today.data) && <Today today={today} onOpen={open} />}
        <PeriodPicker search={search} insights={data} onSearch={onSearch} />
        {stale && <Notice tone="warn">{t('insights:stale', { reason: sentenceOf(stale) })}</Notice>}
        {data?.isBuilding && <Notice tone="quiet">{t('insights:building')}</Notice>}
        {!data ? (
          <NotLoadedState
            title={t('insights:loadFailed')}
            query={{ data, error, refetch: () => Promise.all([refetch(), today.error && today.refetch()]) }}
            isFramed
            waiting={<Waiting />}
          />
        ) : isEmpty(data) ? (
          <Card>
            <EmptyState icon={<IconChartBar size={26} stroke={1.6} />} title={t('insights:empty.title')}>
              {t('insights:empty.text')}
            </EmptyState>
          </Card>
        ) : (
          <div className={classes.page} data-waiting={isPlaceholderData || undefined}>
            <Tiles insights={data} onOpen={open} />
            <Durations insights={data} onOpen={open} />
            <Charts insights={data} onDay={(day) => onSearch({ from: day, to: day })} onOpen={open} />
            <FailedByReason insights={data} onOpen={open} />
            <TeamTable insights={data} onOpen={open} />
            <BroadcastTable insights={data} />
            <ModelFigures insights={data} />
          </div>
        )}
      </div>
      <BehindDrawer
        insights={search.of === 'today' ? today.data : data}
        error={search.of === 'today' ? today.error : error}
        onRetry={() => void (search.of === 'today' ? today.refetch() : refetch())}
        search={search}
        onClose={() => open(null)}
      />
    </PageFrame>
  );
}

function Lead({ insights }: { insights: Insights }) {
  const { timeZone, previous } = insights;
  return t('insights:lead', { period: daysText(insights), previous: daysText(previous), timeZone });
}

/** Whether nothing happened in the period nor in the one before, and nothing is open. */
function isEmpty({ points, open, broadcasts, model, ...insights }: Insights): boolean {
  const counts = [
    ...[insights.messagesReceived, insights.messagesSent, insights.conversationsOpened],
    ...[insights.conversationsClosed, insights.windowsLost, insights.failedSends],
  ].flatMap(({ value, previous }) => [value, previous]);
  const others = [
    ...open.map(({ count }) => count),
    broadcasts.length,
    model.requests,
    model.previous.requests,
  ];
  return [...counts, ...others].every((count) => count === 0);
}

/** Placeholders of the same size, while the figures load. */
function Waiting() {
  return (
    <>
      <Card padded>
        <Skeleton height={12} width="40%" mt={4} mb={12} />
        <Skeleton height={20} width="70%" mb={12} />
        <Skeleton height={12} width="55%" mb={4} />
      </Card>
      {[68, 164].map((height) => (
        <div key={height} className={classes.pair}>
          {['left', 'right'].map((side) => (
            <Card key={side} padded>
              <Skeleton height={14} width={130} mb={18} />
              <Skeleton height={height} />
            </Card>
          ))}
        </div>
      ))}
    </>
  );
}
