import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { formatDuration } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Breakable } from '../../../ui/breakable.tsx';
import {
  ActionsCell,
  type Column,
  DataTable,
  OPENING_ROW,
  SkeletonRows,
} from '../../../ui/list/data-table.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EndpointBadge } from '../state-badge.tsx';
import { SuccessFigures } from '../success-figures.tsx';
import { addressParts, eventsLabel } from '../webhook-labels.ts';
import classes from './endpoint-table.module.css';
import { stateReasonText } from './state-reason-text.ts';

const columns = (): Column[] => [
  { key: 'url', title: t('webhooks:table.url') },
  { key: 'events', title: t('webhooks:table.events'), width: 160, room: 'large' },
  { key: 'success', title: t('webhooks:last24Hours'), width: 180, room: 'medium' },
  { key: 'last', title: t('webhooks:table.lastDelivery'), width: 140, room: 'medium' },
  { key: 'state', title: t('webhooks:table.state'), width: 126 },
];

/** A link to an endpoint's page; only the app knows the routes. */
export type EndpointLink = (props: { id: string; className?: string; children: ReactNode }) => ReactNode;

export interface EndpointTableProps {
  /** Null while they load. */
  endpoints: readonly WebhookEndpoint[] | null;
  renderLink: EndpointLink;
  onEdit: (endpoint: WebhookEndpoint) => void;
}

/** The endpoints, each with its state and its figures. */
export function EndpointTable({ endpoints, renderLink, onEdit }: EndpointTableProps) {
  return (
    <DataTable label={t('webhooks:table.label')} columns={columns()} actionsWidth={64}>
      {endpoints === null ? (
        <SkeletonRows columns={columns()} rows={3} />
      ) : (
        endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} renderLink={renderLink} onEdit={onEdit} />
        ))
      )}
    </DataTable>
  );
}

function EndpointRow({
  endpoint,
  renderLink,
  onEdit,
}: Omit<EndpointTableProps, 'endpoints'> & { endpoint: WebhookEndpoint }) {
  const { host, path } = addressParts(endpoint.url);
  return (
    <tr className={OPENING_ROW.row} data-testid="endpoint-row" data-id={endpoint.id}>
      <td>
        {renderLink({
          id: endpoint.id,
          className: `${OPENING_ROW.opener} ${classes.address}`,
          children: endpoint.listener ? (
            <span className={classes.host}>{t('webhooks:listener.title')}</span>
          ) : (
            <bdi dir="ltr">
              <span className={classes.host}>{host}</span>
              <span className={classes.path}>
                <Breakable text={path} />
              </span>
            </bdi>
          ),
        })}
        {endpoint.description !== '' && (
          <div className={classes.description} dir="auto">
            {endpoint.description}
          </div>
        )}
        {endpoint.listener && <div className={classes.description}>{t('webhooks:listener.inside')}</div>}
        <Reason endpoint={endpoint} />
        <div className={classes.folded}>
          <SuccessFigures counts={endpoint.last24Hours} />
        </div>
      </td>
      <td data-room="large" className={classes.soft}>
        {eventsLabel(endpoint.events)}
      </td>
      <td data-room="medium">
        <SuccessFigures counts={endpoint.last24Hours} />
      </td>
      <td data-room="medium">
        <LastDelivery delivery={endpoint.lastDelivery} />
      </td>
      <td>
        <EndpointBadge state={endpoint.state} />
        {endpoint.whilePaused !== null && (
          <div className={classes.soft}>
            {endpoint.whilePaused === 'hold'
              ? t('webhooks:table.eventsHeld')
              : t('webhooks:table.eventsDropped')}
          </div>
        )}
      </td>
      <ActionsCell>
        {endpoint.listener === null && (
          <Tooltip label={t('webhooks:table.edit', { endpoint: `${host}${path}` })}>
            <ActionIcon
              className={classes.above}
              aria-label={t('webhooks:table.edit', { endpoint: `${host}${path}` })}
              onClick={() => onEdit(endpoint)}
              data-testid="endpoint-edit"
            >
              <IconPencil size={18} />
            </ActionIcon>
          </Tooltip>
        )}
      </ActionsCell>
    </tr>
  );
}

function Reason({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { state } = endpoint;
  const reason = stateReasonText(endpoint);
  if (reason === null || (state !== 'failing' && state !== 'disabled')) return null;
  return (
    <div className={classes.reason} data-tone={state === 'failing' ? 'warn' : 'bad'}>
      {reason}
    </div>
  );
}

function LastDelivery({ delivery }: { delivery: WebhookEndpoint['lastDelivery'] }) {
  if (delivery === null) return <span className={classes.soft}>{t('webhooks:table.none')}</span>;
  return (
    <>
      <RelativeTime time={delivery.at} inWords />
      <div className={`${classes.soft} ${delivery.ok ? '' : classes.bad}`}>
        {delivery.ok
          ? t('webhooks:table.in', { duration: formatDuration(delivery.milliseconds) })
          : t('webhooks:table.failed')}
      </div>
    </>
  );
}
