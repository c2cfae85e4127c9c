import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

export interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** The heading level: 1 if this is the whole page. */
  level?: 1 | 2;
  children?: ReactNode;
  /** Buttons or links for the next step. */
  actions?: ReactNode;
}

/** Shows why a list is empty, and what to do about it. */
export function EmptyState({ icon, title, level = 2, children, actions }: EmptyStateProps) {
  return (
    <div className={classes.root}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <Title order={level} size="h3">
        {title}
      </Title>
      {children !== undefined && (
        <Text component="div" size="sm" c="dimmed" className={classes.body}>
          {children}
        </Text>
      )}
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
