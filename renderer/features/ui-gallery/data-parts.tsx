import { Button, Group, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { ChartCard } from '../../ui/charts/chart-card.tsx';
import { Figure } from '../../ui/charts/figure.tsx';
import { type Line, Sparkline } from '../../ui/charts/sparkline.tsx';
import { TimeChart } from '../../ui/charts/time-chart.tsx';
import { ActionsCell, DataTable, SkeletonRows } from '../../ui/list/data-table.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { MenuTooltip } from '../../ui/overlays/menu-tooltip.tsx';
import { NotLoadedItems, RowMenu } from '../../ui/row-menu.tsx';
import { Specimen } from './specimen.tsx';

const MINUTE = 60_000;
const nothing = () => {};

/** Tables in every state. */
export function Tables({ empty, name, label }: { empty: ReactNode; name: string; label: string }) {
  const columns = [
    { key: 'name', title: label },
    { key: 'state', title: label, width: 160, room: 'small' as const },
  ];
  const query = { data: {}, error: null, failureReason: null, refetch: nothing };
  const paged = {
    ...query,
    ...{ hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage: nothing },
  };
  const table = (rows: ReactNode) => (
    <DataTable label={label} columns={columns} actionsWidth={56}>
      {rows}
    </DataTable>
  );
  const failed = { ...query, data: undefined, error: new Error(t('ui-gallery:error')) };
  const rows = ['one', 'two'].map((row) => (
    <tr key={row}>
      <td>{`${name} ${row}`}</td>
      <td data-room="small">{label}</td>
      <ActionsCell>
        <RowMenu label={t('ui-gallery:action')} testId={`gallery-row-${row}`}>
          <Menu.Item>{label}</Menu.Item>
          <NotLoadedItems text={t('ui-gallery:error')} query={failed} />
        </RowMenu>
      </ActionsCell>
    </tr>
  ));
  const title = t('ui-gallery:error');
  return (
    <Specimen
      of={['ListCard', 'DataTable', 'SkeletonRows', 'RowMenu', 'NotLoadedItems', 'MenuTooltip', 'Card']}
    >
      <ListCard query={query} errorTitle={title}>
        {table(rows)}
      </ListCard>
      <ListCard query={{ ...query, data: undefined }} errorTitle={title}>
        {table(<SkeletonRows columns={columns} rows={2} />)}
      </ListCard>
      <ListCard query={query} errorTitle={title} empty={empty}>
        {null}
      </ListCard>
      <ListCard query={paged} errorTitle={title} more={label}>
        {table(rows)}
      </ListCard>
      <ListCard query={failed} errorTitle={title}>
        {null}
      </ListCard>
      <Card padded>{name}</Card>
      <MenuTooltip label={label}>
        <Button variant="default">{name}</Button>
      </MenuTooltip>
    </Specimen>
  );
}

/** Figures and charts. */
export function Charts({ label }: { label: string }) {
  const to = 24 * 60 * MINUTE;
  const points = Array.from({ length: 24 }, (_, hour) => ({
    at: hour * 60 * MINUTE,
    value: 40 + 30 * Math.sin(hour / 3),
  }));
  const lines: Line[] = [
    { tone: 'main', points },
    { tone: 'second', points: points.map(({ at, value }) => ({ at, value: value / 2 })) },
  ];
  const chart = { lines, from: 0, to, top: 100, gapMs: 2 * 60 * MINUTE, label };
  return (
    <Specimen of={['ChartCard', 'Figure', 'Sparkline', 'TimeChart']}>
      <Group>
        <Figure label={label}>1,204</Figure>
        <div style={{ width: 200 }}>
          <Sparkline {...chart} />
        </div>
      </Group>
      <ChartCard
        title={label}
        legend={[
          ['line', label],
          ['second-line', label],
        ]}
      >
        <TimeChart
          label={label}
          top="100"
          ticks={[
            { at: 0, label: '00:00' },
            { at: 0.5, label: '12:00' },
          ]}
          steps={points.map(({ at }) => ({
            key: String(at),
            label: at % (3 * 60 * MINUTE) === 0 ? null : label,
          }))}
          onStep={nothing}
        >
          <Sparkline {...chart} fills />
        </TimeChart>
      </ChartCard>
    </Specimen>
  );
}
