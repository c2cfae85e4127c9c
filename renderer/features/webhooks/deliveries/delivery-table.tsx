import { UnstyledButton } from '@mantine/core';
import type { WebhookDelivery } from '../../../../shared/contract/webhooks/webhook-deliveries.contract.ts';
import { formatDuration, formatFull, formatUntil } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { type Column, DataTable, OPENING_ROW, SkeletonRows } from '../../../ui/list/data-table.tsx';
import { QuietTag } from '../../../ui/quiet-tag.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { DeliveryBadge } from '../state-badge.tsx';
import classes from './delivery-table.module.css';

const columns = (): Column[] => [
  { key: 'state', title: t('webhooks:log.state'), width: 126 },
  { key: 'event', title: t('webhooks:log.event') },
  { key: 'id', title: 'webhook-id', width: 140, room: 'large' },
  { key: 'attempts', title: t('webhooks:log.attempts'), width: 96, room: 'medium' },
  { key: 'last', title: t('webhooks:log.lastResponse'), width: 140, room: 'small' },
  { key: 'ms', title: t('webhooks:log.duration'), width: 84, room: 'medium' },
  { key: 'time', title: t('webhooks:log.time'), width: 118, room: 'small' },
  { key: 'next', title: t('webhooks:log.nextAttempt'), width: 138, room: 'medium' },
];

export interface DeliveryTableProps {
  /** Null while they load. */
  deliveries: readonly WebhookDelivery[] | null;
  openId: string | null;
  /** Until when nothing is sent to the endpoint; null while it does not rest. */
  restingUntil: string | null;
  /** Whether the rows belong to the previous filter, while the new ones load. */
  isStale: boolean;
  onOpen: (id: string) => void;
}

/** The deliveries of an endpoint, newest first. */
export function DeliveryTable({ deliveries, openId, restingUntil, isStale, onOpen }: DeliveryTableProps) {
  return (
    <div className={isStale ? classes.stale : undefined} aria-busy={deliveries === null || isStale}>
      <DataTable label={t('webhooks:log.label')} columns={columns()}>
        {deliveries === null ? (
          <SkeletonRows columns={columns()} rows={8} hasActions={false} />
        ) : (
          deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              isOpen={delivery.id === openId}
              restingUntil={restingUntil}
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
  restingUntil,
  onOpen,
}: {
  delivery: WebhookDelivery;
  isOpen: boolean;
  restingUntil: string | null;
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
        <DeliveryBadge delivery={delivery} />
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
          {isTest && <QuietTag>{t('webhooks:log.test')}</QuietTag>}
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
        <NextAttempt delivery={delivery} restingUntil={restingUntil} />
      </td>
    </tr>
  );
}

function LastAnswer({ delivery: { lastStatus, lastCause } }: { delivery: WebhookDelivery }) {
  if (lastStatus === null && lastCause === null)
    return <span className={classes.soft}>{t('webhooks:log.noResponse')}</span>;
  const label = lastCause === null ? undefined : t(`webhooks:causes.${lastCause}.label`);
  return (
    <span className={label === undefined ? classes.number : `${classes.number} ${classes.bad}`} title={label}>
      {lastStatus ?? label}
    </span>
  );
}

function NextAttempt({
  delivery: { state, nextAttemptAt },
  restingUntil,
}: {
  delivery: WebhookDelivery;
  restingUntil: string | null;
}) {
  const now = useNow();
  if (state === 'held') return t('webhooks:log.whenResumed');
  // What is due while the endpoint rests waits for it; only a trial is sent.
  if (state === 'pending' && restingUntil !== null && nextAttemptAt !== null && nextAttemptAt <= restingUntil)
    return t('webhooks:log.waitsForEndpoint');
  if (nextAttemptAt === null) return state === 'pending' ? t('webhooks:log.now') : '–';
  return (
    <time className={classes.next} dateTime={nextAttemptAt} title={formatFull(nextAttemptAt)}>
      {formatUntil(nextAttemptAt, now)}
    </time>
  );
}

/** Shortens an id to its prefix and its end. The rest contains the time, so it is similar in all rows. */
function shortId(id: string): string {
  return `${id.slice(0, 4)}…${id.slice(-8)}`;
}
