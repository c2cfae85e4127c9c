import { IconClock } from '@tabler/icons-react';
import { formatFull, formatSpan } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { useReplyWindow } from '../composer/use-reply-window.ts';
import classes from './window-chip.module.css';

/** The time left in the reply window, shown in its last four hours. */
export function WindowChip({ conversationId, size }: { conversationId: string; size: 'small' | 'large' }) {
  const { isOpen, msLeft, expiresAt, urgency } = useReplyWindow(conversationId);
  if (!isOpen || urgency === 'none' || expiresAt === null) return null;
  return (
    <Tip label={t('inbox:thread.window.until', { time: formatFull(expiresAt) })}>
      <span className={classes.chip} data-urgency={urgency} data-size={size} data-testid="window-chip">
        <IconClock size={size === 'small' ? 11 : 14} aria-hidden="true" />
        {size === 'large' ? t('inbox:thread.window.left', { time: formatSpan(msLeft) }) : formatSpan(msLeft)}
      </span>
    </Tip>
  );
}
