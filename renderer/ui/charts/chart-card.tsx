import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../card.tsx';
import classes from './chart-card.module.css';

/** A mark of the legend: an area by its tone, or a line. */
type LegendMark = 'good' | 'bad' | 'waiting' | 'line' | 'second-line';

/** A card with a chart, its title and its legend. */
export function ChartCard({
  title,
  legend,
  children,
}: {
  title: string;
  legend: readonly (readonly [mark: LegendMark, label: string])[];
  children: ReactNode;
}) {
  return (
    <Card padded>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <ul className={classes.legend}>
          {legend.map(([mark, label]) => (
            <li key={mark} data-mark={mark}>
              {label}
            </li>
          ))}
        </ul>
      </div>
      {children}
    </Card>
  );
}
