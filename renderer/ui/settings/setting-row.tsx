import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './setting-row.module.css';

export interface SettingRowProps {
  label: string;
  /** The id of the label, for the control's `aria-labelledby`. */
  labelId?: string;
  description: ReactNode;
  /** A problem with the setting, announced when it appears. */
  problem?: string | null;
  /** Keeps the control beside the label on a phone too, so that rows with keys or switches look alike. */
  isOneLine?: boolean;
  children?: ReactNode;
}

/** A setting: its label on the left, its control on the right. */
export function SettingRow({
  label,
  labelId,
  description,
  problem = null,
  isOneLine = false,
  children,
}: SettingRowProps) {
  return (
    <div className={classes.row} data-one-line={isOneLine || undefined}>
      <div className={classes.text}>
        <div className={classes.label} id={labelId}>
          {label}
        </div>
        <Text size="xs" c="dimmed" component="div" mt={4}>
          {description}
        </Text>
        <div role="status" className={classes.problem}>
          {problem}
        </div>
      </div>
      {children !== undefined && <div className={classes.control}>{children}</div>}
    </div>
  );
}
