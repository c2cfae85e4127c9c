import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

/** A column: its heading, and whether narrow screens leave it out. */
export interface Column {
  key: string;
  title: string;
  wide?: boolean;
}

/** A table in the house's look. Rows are `<tr>` with cells in the columns' order; the last cell holds actions. */
export function DataTable({
  label,
  columns,
  children,
}: {
  label: string;
  columns: readonly Column[];
  children: ReactNode;
}) {
  return (
    <div className={classes.wrap}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-wide={column.wide || undefined}>
                {column.title}
              </th>
            ))}
            <th scope="col">
              <span className={classes.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** The last cell of a row: its buttons. */
export function ActionsCell({ children }: { children: ReactNode }) {
  return <td className={classes.actions}>{children}</td>;
}

/** Rows that stand in while the real ones are on their way. */
export function SkeletonRows({ columns, rows = 5 }: { columns: readonly Column[]; rows?: number }) {
  return Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
    <tr key={key}>
      {columns.map((column, index) => (
        <td key={column.key} data-wide={column.wide || undefined}>
          <Skeleton height={14} width={index === 0 ? '60%' : '45%'} my={6} />
        </td>
      ))}
      <td />
    </tr>
  ));
}
