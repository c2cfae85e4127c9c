import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { formatDuration } from '../../lib/format.ts';
import { ActionsCell, DataTable, OPENING_ROW, SkeletonRows } from '../../ui/data-table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './endpoint-table.module.css';
import { EndpointBadge } from './state-badge.tsx';
import { SuccessFigures } from './success-figures.tsx';
import { addressParts, eventsLabel } from './webhook-labels.ts';

const COLUMNS = [
  { key: 'address', title: 'Address' },
  { key: 'events', title: 'Events', width: 160, room: 'large' },
  { key: 'success', title: 'Last 24 hours', width: 150, room: 'medium' },
  { key: 'last', title: 'Last delivery', width: 140, room: 'medium' },
  { key: 'state', title: 'State', width: 116 },
] as const;

/** A link to an endpoint's page, as the address of the product is known outside of this feature. */
export type EndpointLink = (props: { id: string; className?: string; children: ReactNode }) => ReactNode;

export interface EndpointTableProps {
  /** Null while they are on their way. */
  endpoints: readonly WebhookEndpoint[] | null;
  renderLink: EndpointLink;
  onEdit: (endpoint: WebhookEndpoint) => void;
}

/** Where events go, and how that is going. */
export function EndpointTable({ endpoints, renderLink, onEdit }: EndpointTableProps) {
  return (
    <DataTable label="Webhook endpoints" columns={COLUMNS} actionsWidth={64}>
      {endpoints === null ? (
        <SkeletonRows columns={COLUMNS} rows={3} />
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
          children: (
            <>
              <span className={classes.host}>{host}</span>
              <span className={classes.path}>{path}</span>
            </>
          ),
        })}
        {endpoint.description !== '' && (
          <div className={classes.description} dir="auto">
            {endpoint.description}
          </div>
        )}
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
            {endpoint.whilePaused === 'hold' ? 'events wait' : 'events dropped'}
          </div>
        )}
      </td>
      <ActionsCell>
        <Tooltip label={`Edit ${host}${path}`}>
          <ActionIcon
            className={classes.above}
            aria-label={`Edit ${host}${path}`}
            onClick={() => onEdit(endpoint)}
            data-testid="endpoint-edit"
          >
            <IconPencil size={18} />
          </ActionIcon>
        </Tooltip>
      </ActionsCell>
    </tr>
  );
}

function Reason({ endpoint: { state, stateReason } }: { endpoint: WebhookEndpoint }) {
  if (stateReason === null || (state !== 'failing' && state !== 'disabled')) return null;
  return (
    <div className={classes.reason} data-tone={state === 'failing' ? 'warn' : 'bad'}>
      {stateReason}
    </div>
  );
}

function LastDelivery({ delivery }: { delivery: WebhookEndpoint['lastDelivery'] }) {
  if (delivery === null) return <span className={classes.soft}>None yet</span>;
  return (
    <>
      <RelativeTime time={delivery.at} inWords />
      <div className={`${classes.soft} ${delivery.ok ? '' : classes.bad}`}>
        {delivery.ok ? `in ${formatDuration(delivery.milliseconds)}` : 'failed'}
      </div>
    </>
  );
}
