import { CloseButton } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { NotLoadedLine } from '../../../ui/error-state.tsx';
import assist from './assist.module.css';
import classes from './assist-line.module.css';

/** One line above the composer: what was noticed, and what can be done. */
export function AssistLine({
  tone = 'quiet',
  icon,
  buttons,
  dismissLabel,
  onDismiss,
  testId,
  children,
}: {
  tone?: 'quiet' | 'warn' | 'bad';
  icon: ReactNode;
  buttons?: ReactNode;
  dismissLabel?: string;
  onDismiss?: () => void;
  testId: string;
  children: ReactNode;
}) {
  return (
    <div
      className={classes.line}
      data-tone={tone}
      role={tone === 'quiet' ? 'status' : 'alert'}
      data-testid={testId}
    >
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={classes.text}>{children}</p>
      <span className={classes.buttons}>
        {buttons}
        {onDismiss && (
          <CloseButton
            size="sm"
            aria-label={dismissLabel}
            onClick={onDismiss}
            data-testid={`${testId}-dismiss`}
          />
        )}
      </span>
    </div>
  );
}

/** Says quietly that what a line needs could not be loaded. */
export function LineNotLoaded(
  given: Pick<ComponentProps<typeof NotLoadedLine>, 'text' | 'query' | 'testId'>,
) {
  return <NotLoadedLine {...given} size="xs" className={assist.upstream} />;
}

/** The words that a line is about: a click shows their message. */
export function LineQuote({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.quote} onClick={onClick} dir="auto">
      {children}
    </button>
  );
}
