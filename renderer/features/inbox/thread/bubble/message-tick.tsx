import {
  IconAlertTriangle,
  IconAlertTriangleFilled,
  IconCalendarClock,
  IconClock,
} from '@tabler/icons-react';
import type { MessageStatus } from '../../../../../shared/domain/message-status.ts';
import { t } from '../../../../lib/i18n.ts';
import classes from './message-tick.module.css';

/** The status of a message; `bounced` means accepted by the platform but not delivered. */
export type TickStatus = MessageStatus | 'bounced';

/**
 * Shows the status of a message by shape as well as colour: clock, one tick, two ticks, two ticks on a line when it was
 * read; an outlined warning sign when it bounced, a filled one when it failed.
 */
export function MessageTick({ status, testId }: { status: TickStatus; testId?: string }) {
  if (status === 'received') return null;
  return (
    <span
      className={classes.tick}
      role="img"
      aria-label={t(`inbox:thread.status.${status}`)}
      data-status={status}
      data-testid={testId}
    >
      <Shape status={status} />
    </span>
  );
}

function Shape({ status }: { status: TickStatus }) {
  switch (status) {
    case 'scheduled':
      return <IconCalendarClock size={14} stroke={1.8} />;
    case 'queued':
      return <IconClock size={14} stroke={1.8} />;
    case 'failed':
      return <IconAlertTriangleFilled size={14} />;
    case 'bounced':
      return <IconAlertTriangle size={14} stroke={2.2} />;
    case 'sent':
      return (
        <Ticks>
          <path d="m3.4 7.2 2.6 2.6 4.8-5.4" />
        </Ticks>
      );
    case 'read':
      return (
        <Ticks>
          <path d="m1 5.7 2.6 2.6 5-5.8" />
          <path d="m6.9 7.9.5.4 5.3-5.8" />
          <path d="M2.6 12.4H12" />
        </Ticks>
      );
    default:
      return (
        <Ticks>
          <path d="m1 7.3 2.6 2.6 5-5.8" />
          <path d="m6.9 9.5.5.4 5.3-5.8" />
        </Ticks>
      );
  }
}

function Ticks({ children }: { children: React.ReactNode }) {
  return (
    <svg width={14} height={14} viewBox="0 0 14 14" aria-hidden="true">
      <g className={classes.stroke}>{children}</g>
    </svg>
  );
}
