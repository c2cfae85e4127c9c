import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import classes from './notice.module.css';

/** A highlighted message, coloured by tone. Screen readers announce `bad` immediately. */
export function Notice({
  tone,
  icon,
  onRetry,
  children,
}: {
  tone: 'bad' | 'warn' | 'quiet';
  icon?: ReactNode;
  /** Offers to load again what the message is about. */
  onRetry?: () => unknown;
  children: ReactNode;
}) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      {icon}
      <div className={classes.text}>{children}</div>
      {onRetry && (
        <Button className={classes.retry} size="compact-sm" variant="default" onClick={onRetry}>
          {t('actions.retry')}
        </Button>
      )}
    </div>
  );
}
