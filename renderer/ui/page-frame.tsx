import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page-frame.module.css';

export interface PageFrameProps {
  title: ReactNode;
  /** A link back, above the heading. */
  above?: ReactNode;
  /** The purpose of the page, in one line. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** Set on a page without controls, which the keyboard could not scroll otherwise. */
  isFocusable?: boolean;
  children: ReactNode;
}

/** A page with a heading that scrolls as a whole. */
export function PageFrame({ title, above, lead, actions, isFocusable, children }: PageFrameProps) {
  return (
    <div className={classes.scroll} tabIndex={isFocusable ? 0 : undefined}>
      <div className={classes.page}>
        {above !== undefined && <div className={classes.above}>{above}</div>}
        <header className={classes.header}>
          <div className={classes.heading}>
            <Title order={1}>{title}</Title>
            {/* What is loading or has failed gives null or false. */}
            {lead !== undefined && lead !== null && lead !== false && (
              <Text component="div" c="dimmed" mt={4} maw="68ch" className={classes.lead}>
                {lead}
              </Text>
            )}
          </div>
          {actions !== undefined && actions !== false && <div className={classes.actions}>{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  );
}
