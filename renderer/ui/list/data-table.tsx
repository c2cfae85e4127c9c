import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import classes from './data-table.module.css';

/** The width of the table from which a column is shown; columns without it are always shown. */
export type Room = 'small' | 'medium' | 'large' | 'wide';

/** The order of the rows by a column; its header changes it. */
export interface ColumnSort {
  /** Null while the rows are in another order. */
  direction: 'asc' | 'desc' | null;
  /** The direction of the first click. */
  first: 'asc' | 'desc';
  onSort: (direction: 'asc' | 'desc') => void;
}

export interface Column {
  key: string;
  title: string;
  /** In pixels. Columns without a width share the remaining space. */
  width?: number;
  /** The cells of the column have the same value as `data-room`. */
  room?: Room;
  sort?: ColumnSort | undefined;
}

/**
 * A table. Rows are `<tr>` with cells in the order of the columns; with `actionsWidth`, the last cell holds
 * actions. Column widths do not depend on the content, so a long name cannot push the actions out of sight.
 */
export function DataTable({
  label,
  columns,
  lead,
  actionsWidth,
  children,
}: {
  label: string;
  columns: readonly Column[];
  /** The header of a narrow column before the others, such as one of checkboxes. */
  lead?: ReactNode;
  actionsWidth?: number;
  children: ReactNode;
}) {
  return (
    <div className={classes.wrap}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {lead !== undefined && <td className={classes.lead}>{lead}</td>}
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-room={column.room}
                style={{ width: column.width }}
                aria-sort={ariaSort(column.sort)}
              >
                {column.sort ? <SortButton title={column.title} sort={column.sort} /> : column.title}
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

function ariaSort(sort: ColumnSort | undefined): 'ascending' | 'descending' | undefined {
  if (!sort?.direction) return undefined;
  return sort.direction === 'asc' ? 'ascending' : 'descending';
}

function SortButton({ title, sort: { direction, first, onSort } }: { title: string; sort: ColumnSort }) {
  const next = direction === null ? first : direction === 'asc' ? 'desc' : 'asc';
  return (
    <button type="button" className={classes.sort} onClick={() => onSort(next)}>
      {title}
      {direction === 'asc' && <IconArrowUp size={14} />}
      {direction === 'desc' && <IconArrowDown size={14} />}
    </button>
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
  hasLead = false,
  hasActions = true,
}: {
  columns: readonly Column[];
  rows?: number;
  hasLead?: boolean;
  hasActions?: boolean;
}) {
  return Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
    <tr key={key}>
      {hasLead && <td />}
      {columns.map((column, index) => (
        <td key={column.key} data-room={column.room}>
          <Skeleton height={14} width={index === 0 ? '60%' : '45%'} my={6} />
        </td>
      ))}
      {hasActions && <td />}
    </tr>
  ));
}
