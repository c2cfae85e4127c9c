import { UnstyledButton } from '@mantine/core';
import type { LoggedRequest } from '../../../shared/contract/request-log.contract.ts';
import { formatDuration } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { DotBadge } from '../../ui/dot-badge.tsx';
import { type Column, DataTable, OPENING_ROW, SkeletonRows } from '../../ui/list/data-table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './request-log.module.css';

const columns = (): Column[] => [
  { key: 'status', title: t('request-log:columns.status'), width: 84 },
  { key: 'request', title: t('request-log:columns.request') },
  { key: 'key', title: t('request-log:columns.key'), width: 170, room: 'medium' },
  { key: 'ms', title: t('request-log:columns.duration'), width: 96, room: 'medium' },
  { key: 'time', title: t('request-log:columns.time'), width: 140, room: 'small' },
];

/** The requests, newest first. Null while they load. */
export function RequestTable({
  requests,
  openId,
  isStale,
  onOpen,
}: {
  requests: readonly LoggedRequest[] | null;
  openId: string | null;
  /** Whether the rows belong to the previous filter, while the new ones load. */
  isStale: boolean;
  onOpen: (request: LoggedRequest) => void;
}) {
  return (
    <div className={isStale ? classes.stale : undefined} aria-busy={requests === null || isStale}>
      <DataTable label={t('request-log:title')} columns={columns()}>
        {requests === null ? (
          <SkeletonRows columns={columns()} rows={10} hasActions={false} />
        ) : (
          requests.map((request) => (
            <tr
              key={request.id}
              className={`${OPENING_ROW.row} ${classes.row}`}
              data-open={request.id === openId || undefined}
              data-testid="request-row"
            >
              <td>
                <StatusBadge status={request.status} />
              </td>
              <td>
                <UnstyledButton
                  className={`${OPENING_ROW.opener} ${classes.open}`}
                  aria-haspopup="dialog"
                  onClick={() => onOpen(request)}
                >
                  <span className={classes.method}>{request.method}</span> {request.path}
                </UnstyledButton>
                {request.errorCode !== null && <div className={classes.code}>{request.errorCode}</div>}
                <div className={classes.folded}>
                  <KeyName request={request} /> · <RelativeTime time={request.createdAt} inWords />
                </div>
              </td>
              <td data-room="medium" className={classes.soft} dir="auto">
                <KeyName request={request} />
              </td>
              <td data-room="medium" className={`${classes.soft} ${classes.number}`}>
                {formatDuration(request.milliseconds)}
              </td>
              <td data-room="small" className={classes.soft}>
                <RelativeTime time={request.createdAt} inWords />
              </td>
            </tr>
          ))
        )}
      </DataTable>
    </div>
  );
}

/** The name of the key of a request. */
export function KeyName({ request: { key } }: { request: LoggedRequest }) {
  if (key.name === null) return t('request-log:deletedKey');
  return key.isDeleted ? t('request-log:deletedKeyName', { name: key.name }) : key.name;
}

/** The status of a response: green, yellow for refused and red for failed requests. */
export function StatusBadge({ status }: { status: number }) {
  const tone = status < 400 ? 'good' : status < 500 ? 'warn' : 'bad';
  return (
    <DotBadge className={`${classes.tone} ${classes.number}`} data-tone={tone}>
      {status}
    </DotBadge>
  );
}
