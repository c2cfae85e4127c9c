import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import classes from './data-table.module.css';

/** How much room a table must have for a column to be shown; a column without it always is. */
export type Room = 'small' | 'medium' | 'large';

export interface Column {
  key: string;
  title: string;
  /** In pixels. The columns without one share what the others leave. */
  width?: number;
  /** The cells of the column carry the same as `data-room`. */
  room?: Room;
}

/**
 * A table in the house's look. Rows are `<tr>` with cells in the columns' order; with `actionsWidth` a last
 * cell holds actions.
 * Widths hang on the columns, never on what is in them, so no long name pushes the actions out of sight.
 */
export function DataTable({
  label,
  columns,
  actionsWidth,
  children,
}: {
  label: string;
  columns: readonly Column[];
  actionsWidth?: number;
  children: ReactNode;
}) {
  return (
    <div className={classes.wrap}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-room={column.room} style={{ width: column.width }}>
                {column.title}
              </th>
            ))}
            {actionsWidth !== undefined && (
              <th scope="col" style={{ width: actionsWidth }}>
                <VisuallyHidden>{t('table.actions')}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/**
 * Classes for a row that opens, as a whole, what a link or button in it opens. What stands above that one, such as
 * other buttons, keeps its own use.
 */
export const OPENING_ROW = { row: classes.opening, opener: classes.opener };

/** The last cell of a row: its buttons. */
export function ActionsCell({ children }: { children: ReactNode }) {
  return <td className={classes.actions}>{children}</td>;
}

/** Rows that stand in while the real ones are on their way. */
export function SkeletonRows({
  columns,
  rows = 5,
  hasActions = true,
}: {
  columns: readonly Column[];
  rows?: number;
  hasActions?: boolean;
}) {
  return Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
    <tr key={key}>
      {columns.map((column, index) => (
        <td key={column.key} data-room={column.room}>
          <Skeleton height={14} width={index === 0 ? '60%' : '45%'} my={6} />
        </td>
      ))}
      {hasActions && <td />}
    </tr>
  ));
}
