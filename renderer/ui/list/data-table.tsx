import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import classes from './data-table.module.css';

/** The width of the table from which a column is shown; columns without it are always shown. */
export type Room = 'small' | 'medium' | 'large';

export interface Column {
  key: string;
  title: string;
  /** In pixels. Columns without a width share the remaining space. */
  width?: number;
  /** The cells of the column have the same value as `data-room`. */
  room?: Room;
}

/**
 * A table. Rows are `<tr>` with cells in the order of the columns; with `actionsWidth`, the last cell holds
 * actions. Column widths do not depend on the content, so a long name cannot push the actions out of sight.
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
 * Classes for a row that is clickable as a whole: a click anywhere in it presses its `opener`. Other buttons
 * in the row stay separate.
 */
export const OPENING_ROW = { row: classes.opening, opener: classes.opener };

/** The last cell of a row, with its buttons. */
export function ActionsCell({ children }: { children: ReactNode }) {
  return <td className={classes.actions}>{children}</td>;
}

/** Placeholder rows while the data loads. */
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
