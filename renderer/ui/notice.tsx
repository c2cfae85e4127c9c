import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** A highlighted message, coloured by tone. Screen readers announce `bad` immediately. */
export function Notice({
  tone,
  icon,
  children,
}: {
  tone: 'bad' | 'warn' | 'quiet';
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      {icon}
      <div className={classes.text}>{children}</div>
    </div>
  );
}
