import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
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
      {onRetry && <RetryButton onRetry={onRetry} />}
    </div>
  );
}

/** Shows that it is trying: a request that fails is sent again twice before the message is the same as before. */
function RetryButton({ onRetry }: { onRetry: () => unknown }) {
  const [isTrying, setTrying] = useState(false);
  async function retry(): Promise<void> {
    setTrying(true);
    try {
      await onRetry();
    } finally {
      setTrying(false);
    }
  }
  return (
    <Button
      className={classes.retry}
      size="compact-sm"
      variant="default"
      loading={isTrying}
      onClick={() => void retry()}
    >
      {t('actions.retry')}
    </Button>
  );
}
