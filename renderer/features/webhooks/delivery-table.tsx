import { UnstyledButton } from '@mantine/core';
import type { WebhookDelivery } from '../../../shared/contract/webhook-deliveries.contract.ts';
import { formatDuration, formatFull, formatUntil } from '../../lib/format.ts';
import { DataTable, OPENING_ROW, SkeletonRows } from '../../ui/data-table.tsx';
import { QuietTag } from '../../ui/quiet-tag.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './delivery-table.module.css';
import { DeliveryBadge } from './state-badge.tsx';
import { CAUSE_LABELS } from './webhook-labels.ts';

const COLUMNS = [
  { key: 'state', title: 'State', width: 126 },
  { key: 'event', title: 'Event' },
  { key: 'id', title: 'webhook-id', width: 140, room: 'large' },
  { key: 'attempts', title: 'Attempts', width: 92, room: 'medium' },
  { key: 'last', title: 'Last answer', width: 140, room: 'small' },
  { key: 'ms', title: 'Took', width: 80, room: 'medium' },
  { key: 'time', title: 'When', width: 118, room: 'small' },
  { key: 'next', title: 'Next try', width: 122, room: 'medium' },
] as const;

export interface DeliveryTableProps {
  /** Null while they are on their way. */
  deliveries: readonly WebhookDelivery[] | null;
  openId: string | null;
  /** What is shown belongs to another filter; the right ones are on their way. */
  isStale: boolean;
  onOpen: (id: string) => void;
}

/** What an endpoint was sent, newest first. */
export function DeliveryTable({ deliveries, openId, isStale, onOpen }: DeliveryTableProps) {
  return (
    <div className={isStale ? classes.stale : undefined} aria-busy={deliveries === null || isStale}>
      <DataTable label="Deliveries" columns={COLUMNS}>
        {deliveries === null ? (
          <SkeletonRows columns={COLUMNS} rows={8} hasActions={false} />
        ) : (
          deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              isOpen={delivery.id === openId}
              onOpen={onOpen}
            />
          ))
        )}
      </DataTable>
    </div>
  );
}

function DeliveryRow({
  delivery,
  isOpen,
  onOpen,
}: {
  delivery: WebhookDelivery;
  isOpen: boolean;
  onOpen: (id: string) => void;
}) {
  const { id, state, type, isTest, eventId, attempts, attemptsMax, lastMilliseconds, createdAt } = delivery;
  return (
    <tr
      className={`${OPENING_ROW.row} ${classes.row}`}
      data-open={isOpen || undefined}
      data-testid="delivery-row"
      data-id={id}
      data-state={state}
    >
      <td>
        <DeliveryBadge state={state} />
      </td>
      <td>
        <div className={classes.event}>
          <UnstyledButton
            className={`${OPENING_ROW.opener} ${classes.open}`}
            aria-haspopup="dialog"
            onClick={() => onOpen(id)}
          >
            {type}
          </UnstyledButton>
          {isTest && <QuietTag>Test</QuietTag>}
        </div>
        <div className={classes.folded}>
          <LastAnswer delivery={delivery} /> · <RelativeTime time={createdAt} inWords />
        </div>
      </td>
      <td data-room="large">
        <span className={classes.id} title={eventId}>
          {shortId(eventId)}
        </span>
      </td>
      <td data-room="medium" className={classes.number}>
        {attempts}/{attemptsMax}
      </td>
      <td data-room="small">
        <LastAnswer delivery={delivery} />
      </td>
      <td data-room="medium" className={`${classes.number} ${classes.soft}`}>
        {lastMilliseconds === null ? '–' : formatDuration(lastMilliseconds)}
      </td>
      <td data-room="small" className={classes.soft}>
        <RelativeTime time={createdAt} inWords />
      </td>
      <td data-room="medium" className={classes.soft}>
        <NextTry delivery={delivery} />
      </td>
    </tr>
  );
}

function LastAnswer({ delivery: { lastStatus, lastCause } }: { delivery: WebhookDelivery }) {
  if (lastStatus === null && lastCause === null) return <span className={classes.soft}>None yet</span>;
  const label = lastCause === null ? undefined : CAUSE_LABELS[lastCause];
  return (
    <span className={label === undefined ? classes.number : `${classes.number} ${classes.bad}`} title={label}>
      {lastStatus ?? label}
    </span>
  );
}

function NextTry({ delivery: { state, nextAttemptAt } }: { delivery: WebhookDelivery }) {
  const now = useNow();
  if (state === 'held') return 'when it resumes';
  if (nextAttemptAt === null) return state === 'pending' ? 'now' : '–';
  return (
    <time dateTime={nextAttemptAt} title={formatFull(nextAttemptAt)}>
      {formatUntil(nextAttemptAt, now)}
    </time>
  );
}

/** Ids begin alike, being made in the order of time: the end tells them apart. */
function shortId(id: string): string {
  return `${id.slice(0, 4)}…${id.slice(-8)}`;
}
