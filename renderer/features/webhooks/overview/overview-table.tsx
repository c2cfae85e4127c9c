import type { WebhookOverview } from '../../../../shared/contract/webhooks/webhook-overview.ts';
import { formatCount, formatDuration } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { countOf, stepTime } from './overview-scale.ts';
import classes from './overview-table.module.css';

const columns = (): Column[] => [
  { key: 'time', title: t('webhooks:overview.time') },
  { key: 'succeeded', title: t('webhooks:overview.totals.succeeded'), width: 100 },
  { key: 'failed', title: t('webhooks:overview.totals.failed'), width: 92 },
  { key: 'pending', title: t('webhooks:overview.totals.pending'), width: 96, room: 'small' },
  { key: 'p50', title: t('webhooks:overview.median'), width: 110, room: 'medium' },
  { key: 'p95', title: t('webhooks:overview.p95'), width: 140, room: 'small' },
];

/** The charts as a table, newest first. */
export function OverviewTable({ overview }: { overview: WebhookOverview }) {
  const now = useNow();
  const filled = overview.steps.filter((step) => countOf(step) > 0).toReversed();
  return (
    <details className={classes.details}>
      <summary data-testid="overview-table">{t('webhooks:overview.asTable')}</summary>
      <Card>
        <DataTable label={t('webhooks:overview.tableLabel')} columns={columns()}>
          {filled.map((step) => (
            <tr key={step.since} className={classes.row}>
              <td>{stepTime(step.since, overview.stepSeconds, now)}</td>
              <td>{formatCount(step.succeeded)}</td>
              <td>{formatCount(step.failed)}</td>
              <td data-room="small">{formatCount(step.pending)}</td>
              <td data-room="medium">{timeOf(step.p50Milliseconds)}</td>
              <td data-room="small">{timeOf(step.p95Milliseconds)}</td>
            </tr>
          ))}
        </DataTable>
      </Card>
    </details>
  );
}

function timeOf(ms: number | null): string {
  return ms === null ? '–' : formatDuration(ms);
}
