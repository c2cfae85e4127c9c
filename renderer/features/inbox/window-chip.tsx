import { Tooltip } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { formatFull, formatSpan } from '../../lib/format.ts';
import { useReplyWindow } from './use-reply-window.ts';
import classes from './window-chip.module.css';

/** How long free text may still be sent, once that is less than four hours. */
export function WindowChip({ conversationId, size }: { conversationId: string; size: 'small' | 'large' }) {
  const { isOpen, msLeft, expiresAt, urgency } = useReplyWindow(conversationId);
  if (!isOpen || urgency === 'none' || expiresAt === null) return null;
  return (
    <Tooltip label={`You can reply freely until ${formatFull(expiresAt)}`}>
      <span className={classes.chip} data-urgency={urgency} data-size={size} data-testid="window-chip">
        <IconClock size={size === 'small' ? 11 : 14} aria-hidden="true" />
        {formatSpan(msLeft)}
        {size === 'large' && ' left to reply'}
      </span>
    </Tooltip>
  );
}
