import { VisuallyHidden } from '@mantine/core';
import { IconAlarm, IconClockPause, IconHourglassLow } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { isSimulatedPhone } from '../../../../shared/domain/rehearsal/rehearsal.ts';
import { responseDueAt, targetMinutes } from '../../../../shared/domain/time/business-time.ts';
import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import { formatFull, formatMoment, formatSpan } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import { later } from '../../../ui/overlays/later.tsx';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { QuietTag } from '../../../ui/quiet-tag.tsx';
import { useResponseRules } from '../business-hours/response-rules.ts';
import { LabelDots } from '../labels/label-marks.tsx';
import classes from './row-marks.module.css';

/** Few rows have any: the first screen does without them. */
const RowConversationMarks = later(
  async () => (await import('../assist/marks/conversation-marks.tsx')).RowConversationMarks,
);

const HOUR_MS = 3_600_000;

/** The work state of a row: whether it is a rehearsal, what the assistant noticed, labels, how long the customer has been waiting, until when it is snoozed, whose it is. */
export function RowMarks({ conversation }: { conversation: Conversation }) {
  const { contact, labels, assignee, status, snoozedUntil, waitingSince } = conversation;
  const now = useNow();
  return (
    <>
      {isSimulatedPhone(contact.phone) && <QuietTag>{t('inbox:rehearsal')}</QuietTag>}
      {conversation.marks && <RowConversationMarks conversation={conversation} />}
      <LabelDots labels={labels} />
      {status === 'snoozed' && snoozedUntil !== null && (
        <Tip label={t('inbox:list.row.snoozedUntil', { time: formatFull(snoozedUntil) })}>
          <span className={classes.mark} data-testid="row-snoozed">
            <IconClockPause size={13} aria-hidden="true" />
            {formatMoment(snoozedUntil, now)}
          </span>
        </Tip>
      )}
      {status === 'open' && waitingSince !== null && (
        <Waiting conversation={conversation} since={waitingSince} now={now} />
      )}
      {assignee && (
        <Tip label={t('inbox:work.assignedTo', { name: assignee.name })}>
          <span className={classes.assignee} data-testid="row-assignee">
            <InitialsAvatar name={assignee.name} seed={assignee.id} size={20} />
            <VisuallyHidden>{t('inbox:work.assignedTo', { name: assignee.name })}</VisuallyHidden>
          </span>
        </Tip>
      )}
    </>
  );
}

/** How much of the target is left when the row says so: a quarter, or a quarter of an hour. */
const SOON_SHARE = 0.25;
const SOON_MS = 15 * 60_000;

/** Until when a customer should be answered, if that is soon or over; otherwise how long the customer has waited. */
function Waiting({ conversation, since, now }: { conversation: Conversation; since: string; now: number }) {
  const rules = useResponseRules();
  const due = useMemo(() => responseDueAt(conversation, rules), [conversation, rules]);
  const left = due === null ? null : due.getTime() - now;
  const soon = Math.max(SOON_MS, (targetMinutes(conversation, rules) ?? 0) * 60_000 * SOON_SHARE);
  if (due === null || left === null || left > soon) return <WaitingSince since={since} now={now} />;
  const isOver = left <= 0;
  const time = shortSpan(Math.abs(left));
  const label = t(isOver ? 'inbox:list.row.overdueSince' : 'inbox:list.row.dueBy', {
    time: formatFull(due.toISOString()),
  });
  return (
    <Tip label={label}>
      <span className={classes.mark} data-due={isOver ? 'over' : 'soon'} data-testid="row-due">
        <IconAlarm size={13} aria-hidden="true" />
        {t(isOver ? 'inbox:list.row.overdue' : 'inbox:list.row.due', { time })}
        <VisuallyHidden>{label}</VisuallyHidden>
      </span>
    </Tip>
  );
}

/** How long a customer has been waiting. Within the first hour, the time of the row says as much. */
function WaitingSince({ since, now }: { since: string; now: number }) {
  const waited = now - new Date(since).getTime();
  if (waited < HOUR_MS) return null;
  return (
    <Tip label={t('inbox:list.row.waitingSince', { time: formatFull(since) })}>
      <span className={classes.mark} data-late={waited >= DAY_MS || undefined} data-testid="row-waiting">
        <IconHourglassLow size={13} aria-hidden="true" />
        {shortSpan(waited)}
        <VisuallyHidden>{t('inbox:list.row.waitingSince', { time: formatFull(since) })}</VisuallyHidden>
      </span>
    </Tip>
  );
}

/** Returns a span in its largest unit, as much as a row has room for: `3 d`, `5 h`, `12 min`. */
function shortSpan(ms: number): string {
  if (ms >= DAY_MS) return t('inbox:list.row.waitingDays', { days: Math.floor(ms / DAY_MS) });
  if (ms >= HOUR_MS) return t('time.hoursShort', { hours: Math.floor(ms / HOUR_MS) });
  return formatSpan(ms);
}
