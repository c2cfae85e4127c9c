import { ActionIcon, Button, Menu, Stack } from '@mantine/core';
import { IconCalendarClock } from '@tabler/icons-react';
import { useState } from 'react';
import { SCHEDULE_DAYS_MAX } from '../../../../shared/domain/message-status.ts';
import { DAY_MS } from '../../../../shared/domain/time/durations.ts';
import { localDayOf } from '../../../../shared/domain/time/time-zones.ts';
import { useKeys } from '../../../lib/commands/custom-keys.store.ts';
import { withKeys } from '../../../lib/commands/keys.ts';
import { useCommands } from '../../../lib/commands/registry.ts';
import { formatInZone } from '../../../lib/format/format.ts';
import { hourIn, parseInZone, timeInZone, timeZoneOf, weekdayIn } from '../../../lib/format/time-zones.ts';
import { t } from '../../../lib/i18n.ts';
import { DateTimeField } from '../../../ui/date-time/date-time-field.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { LaterModal } from '../../../ui/overlays/later.tsx';
import { MenuTooltip } from '../../../ui/overlays/menu-tooltip.tsx';
import { useConversations } from '../list/conversations.store.ts';

const MORNING = 9;
const EVENING = 18;

interface ScheduleMenuProps {
  conversationId: string;
  canSend: boolean;
  /** Whether it can be sent after the reply window, as a template can. */
  isTemplate?: boolean;
  testId?: string;
  /** The height of the button beside it, in pixels. */
  size?: number;
  onSchedule(sendAt: Date): void;
}

/** Sends the message later: at a time of the contact's day, or at a chosen time. */
export function ScheduleMenu({
  conversationId,
  canSend,
  isTemplate = false,
  testId = 'schedule',
  size = 32,
  onSchedule,
}: ScheduleMenuProps) {
  const [isChoosing, setChoosing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useCommands({ 'composer.schedule': canSend ? () => setOpen(true) : null });
  const keys = useKeys('composer.schedule');
  const contact = useConversations((state) => state.byId[conversationId]?.contact);
  const windowEnds = useConversations((state) => state.byId[conversationId]?.windowExpiresAt ?? null);
  const now = new Date(useNow());
  const contactZone = timeZoneOf(contact?.phone ?? null);
  const zone = contactZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zoneText = t(
    contactZone ? 'message-actions:schedule.contactZone' : 'message-actions:schedule.ownZone',
    { zone: zone.replaceAll('_', ' ') },
  );
  const isLate = (at: Date) =>
    !isTemplate && windowEnds !== null && at.getTime() > new Date(windowEnds).getTime();
  return (
    <>
      <Menu opened={isOpen} onChange={setOpen} position="top-end">
        <Menu.Target>
          <MenuTooltip label={withKeys(t('message-actions:schedule.label'), keys)}>
            <ActionIcon
              size={size}
              disabled={!canSend}
              aria-label={t('message-actions:schedule.label')}
              data-testid={testId}
            >
              <IconCalendarClock size={18} />
            </ActionIcon>
          </MenuTooltip>
        </Menu.Target>
        <Menu.Dropdown maw={320}>
          <Menu.Label>{zoneText}</Menu.Label>
          {presetsIn(zone, now).map(({ id, at }) => (
            <Menu.Item key={id} onClick={() => onSchedule(at)} data-testid={`${testId}-${id}`}>
              {t(`message-actions:schedule.presets.${id}`)}
              <Detail>{formatInZone(at, zone)}</Detail>
              {isLate(at) && <Detail>{t('message-actions:schedule.late')}</Detail>}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setChoosing(true)}>{t('message-actions:schedule.choose')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LaterModal
        opened={isChoosing}
        onClose={() => setChoosing(false)}
        title={t('message-actions:schedule.title')}
        size={400}
      >
        <ChosenTime
          zone={zone}
          zoneText={zoneText}
          now={now}
          isLate={isLate}
          onChoose={(at) => {
            setChoosing(false);
            onSchedule(at);
          }}
        />
      </LaterModal>
    </>
  );
}

function Detail({ children }: { children: string }) {
  return (
    <span
      style={{ display: 'block', fontSize: 12, color: 'color-mix(in srgb, currentColor 84%, transparent)' }}
    >
      {children}
    </span>
  );
}

function ChosenTime({
  zone,
  zoneText,
  now,
  isLate,
  onChoose,
}: {
  zone: string;
  zoneText: string;
  now: Date;
  isLate(at: Date): boolean;
  onChoose(at: Date): void;
}) {
  const [text, setText] = useState('');
  const at = parseInZone(zone, text);
  const aheadMs = at === null ? 0 : at.getTime() - now.getTime();
  const isPossible = at !== null && aheadMs > 0 && aheadMs <= SCHEDULE_DAYS_MAX * DAY_MS;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isPossible) onChoose(at);
      }}
    >
      <Stack>
        <DateTimeField
          kind="datetime"
          label={t('message-actions:schedule.time')}
          description={zoneText}
          value={text}
          onChange={setText}
          error={
            at !== null && !isPossible
              ? t('message-actions:schedule.impossible', { days: SCHEDULE_DAYS_MAX })
              : null
          }
          hasAutoFocus
          minDay={localDayOf(now, zone)}
          data-testid="schedule-at"
        />
        {isPossible && isLate(at) && <Detail>{t('message-actions:schedule.late')}</Detail>}
        <Button type="submit" disabled={!isPossible}>
          {t('message-actions:schedule.submit')}
        </Button>
      </Stack>
    </form>
  );
}

/** Returns the times that are offered, on the clock of a zone. */
function presetsIn(zone: string, now: Date) {
  const toMonday = (8 - weekdayIn(zone, now)) % 7 || 7;
  return [
    ...(hourIn(zone, now) < EVENING
      ? [{ id: 'evening' as const, at: timeInZone(zone, now, { days: 0, hours: EVENING }) }]
      : []),
    { id: 'tomorrow' as const, at: timeInZone(zone, now, { days: 1, hours: MORNING }) },
    { id: 'monday' as const, at: timeInZone(zone, now, { days: toMonday, hours: MORNING }) },
  ];
}
