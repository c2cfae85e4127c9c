import { Tooltip, VisuallyHidden } from '@mantine/core';
import { IconClockPause, IconHourglassLow } from '@tabler/icons-react';
import type { Conversation } from '../../../../shared/contract/conversations.contract.ts';
import { formatFull, formatMoment } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { LabelDots } from '../labels/label-marks.tsx';
import classes from './row-marks.module.css';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** The work state of a row: labels, how long the customer has been waiting, until when it is snoozed, whose it is. */
export function RowMarks({ conversation }: { conversation: Conversation }) {
  const { labels, assignee, status, snoozedUntil, waitingSince } = conversation;
  const now = useNow();
  return (
    <>
      <LabelDots labels={labels} />
      {status === 'snoozed' && snoozedUntil !== null && (
        <Tooltip label={t('inbox:list.row.snoozedUntil', { time: formatFull(snoozedUntil) })}>
          <span className={classes.mark} data-testid="row-snoozed">
            <IconClockPause size={13} aria-hidden="true" />
            {formatMoment(snoozedUntil, now)}
          </span>
        </Tooltip>
      )}
      {status === 'open' && waitingSince !== null && <Waiting since={waitingSince} now={now} />}
      {assignee && (
        <Tooltip label={t('inbox:work.assignedTo', { name: assignee.name })}>
          <span className={classes.assignee} data-testid="row-assignee">
            <InitialsAvatar name={assignee.name} seed={assignee.id} size={20} />
            <VisuallyHidden>{t('inbox:work.assignedTo', { name: assignee.name })}</VisuallyHidden>
          </span>
        </Tooltip>
      )}
    </>
  );
}

/** How long a customer has been waiting. Within the first hour, the time of the row says as much. */
function Waiting({ since, now }: { since: string; now: number }) {
  const hours = Math.floor((now - new Date(since).getTime()) / HOUR_MS);
  if (hours < 1) return null;
  const days = Math.floor(hours / DAY_HOURS);
  const text = days > 0 ? t('inbox:list.row.waitingDays', { days }) : t('time.hoursShort', { hours });
  return (
    <Tooltip label={t('inbox:list.row.waitingSince', { time: formatFull(since) })}>
      <span className={classes.mark} data-late={days > 0 || undefined} data-testid="row-waiting">
        <IconHourglassLow size={13} aria-hidden="true" />
        {text}
        <VisuallyHidden>{t('inbox:list.row.waitingSince', { time: formatFull(since) })}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
