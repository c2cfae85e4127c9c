import { Button } from '@mantine/core';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Column, DataTable, OPENING_ROW, SkeletonRows } from '../../ui/list/data-table.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { BroadcastProgress, BroadcastStatusMark } from './broadcast-marks.tsx';
import classes from './broadcasts.module.css';
import { broadcastList } from './broadcasts.queries.ts';

const columns = (): Column[] => [
  { key: 'name', title: t('broadcasts:columns.name') },
  { key: 'status', title: t('broadcasts:columns.status'), width: 130 },
  { key: 'progress', title: t('broadcasts:columns.progress'), width: 220, room: 'medium' },
  { key: 'failed', title: t('broadcasts:columns.failed'), width: 90, room: 'large' },
  { key: 'created', title: t('broadcasts:columns.created'), width: 130, room: 'small' },
];

/** The broadcasts of the workspace, newest first. */
export function BroadcastsPage() {
  const list = useInfiniteQuery(broadcastList());
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const start = (
    <Button
      component={Link}
      to="/broadcasts/new"
      leftSection={<IconPlus size={16} />}
      data-testid="broadcast-new"
    >
      {t('broadcasts:new.title')}
    </Button>
  );
  return (
    <PageFrame
      title={t('broadcasts:title')}
      lead={t('broadcasts:lead')}
      actions={rows?.length !== 0 && start}
    >
      <ListCard
        query={list}
        more={t('broadcasts:more')}
        errorTitle={t('broadcasts:loadFailed')}
        empty={
          rows?.length === 0 && (
            <EmptyState
              icon={<IconSpeakerphone size={26} stroke={1.6} />}
              title={t('broadcasts:empty.title')}
              actions={start}
            >
              {t('broadcasts:empty.text')}
            </EmptyState>
          )
        }
      >
        <DataTable label={t('broadcasts:title')} columns={columns()}>
          {rows === undefined ? (
            <SkeletonRows columns={columns()} hasActions={false} />
          ) : (
            rows.map((broadcast) => (
              <tr key={broadcast.id} className={OPENING_ROW.row} data-testid="broadcast-row">
                <td>
                  <Link
                    className={`${OPENING_ROW.opener} ${classes.link}`}
                    to="/broadcasts/$broadcastId"
                    params={{ broadcastId: broadcast.id }}
                    dir="auto"
                  >
                    {broadcast.name}
                  </Link>
                </td>
                <td>
                  <BroadcastStatusMark broadcast={broadcast} />
                </td>
                <td data-room="medium">
                  <BroadcastProgress broadcast={broadcast} />
                </td>
                <td data-room="large">{formatCount(broadcast.counts.failed)}</td>
                <td data-room="small">
                  <RelativeTime time={broadcast.createdAt} inWords />
                </td>
              </tr>
            ))
          )}
        </DataTable>
      </ListCard>
    </PageFrame>
  );
}
