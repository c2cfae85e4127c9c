import { IconAlertTriangle, IconAlertTriangleFilled, IconClock } from '@tabler/icons-react';
import type { MessageStatus } from '../../../../../shared/domain/message-status.ts';
import { t } from '../../../../lib/i18n.ts';
import classes from './message-tick.module.css';

/** The status of a message; `bounced` means accepted by the platform but not delivered. */
export type TickStatus = MessageStatus | 'bounced';

/**
 * Shows the status of a message by shape as well as colour: clock, one tick, two ticks, two ticks on a filled
 * background; an outlined warning sign when it bounced, a filled one when it failed.
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
    case 'queued':
      return <IconClock size={14} stroke={1.8} />;
    case 'failed':
      return <IconAlertTriangleFilled size={14} />;
    case 'bounced':
      return <IconAlertTriangle size={15} stroke={2.2} />;
    case 'sent':
      return (
        <Ticks width={12}>
          <path d="m2 6.2 2.6 2.6L10 3.2" />
        </Ticks>
      );
    default:
      return (
        <Ticks width={status === 'read' ? 22 : 17} isFilled={status === 'read'}>
          <path d="m2 6.2 2.6 2.6L10 3.2" />
          <path d="m7.6 8.1.7.7 5.4-5.6" />
        </Ticks>
      );
  }
}

function Ticks({
  width,
  isFilled = false,
  children,
}: {
  width: number;
  isFilled?: boolean;
  children: React.ReactNode;
}) {
  return (
    <svg
      width={width}
      height={isFilled ? 14 : 12}
      viewBox={isFilled ? '-3 -1 22 14' : `0 0 ${width} 12`}
      aria-hidden="true"
    >
      {isFilled && <rect x="-3" y="-1" width="22" height="14" rx="7" className={classes.ground} />}
      <g className={isFilled ? classes.onGround : classes.stroke}>{children}</g>
    </svg>
  );
}
