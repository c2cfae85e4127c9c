import type { WebhookOverview } from '../../../shared/contract/webhook-overview.ts';
import { formatCount, formatDuration } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useNow } from '../../ui/use-now.ts';
import { countOf, stepTime } from './overview-scale.ts';
import classes from './overview-table.module.css';

const COLUMNS = [
  { key: 'time', title: 'Time' },
  { key: 'succeeded', title: 'Succeeded', width: 100 },
  { key: 'failed', title: 'Failed', width: 76 },
  { key: 'pending', title: 'Pending', width: 90, room: 'small' },
  { key: 'p50', title: 'Half within', width: 120, room: 'medium' },
  { key: 'p95', title: '95 % within', width: 120, room: 'small' },
] as const;

/** The charts in figures, newest first, for whoever reads those better. */
export function OverviewTable({ overview }: { overview: WebhookOverview }) {
  const now = useNow();
  const filled = overview.steps.filter((step) => countOf(step) > 0).toReversed();
  return (
    <details className={classes.details}>
      <summary data-testid="overview-table">The same in figures</summary>
      <Card>
        <DataTable label="Deliveries and response times by time" columns={COLUMNS}>
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
