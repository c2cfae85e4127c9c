import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck, IconClockPause } from '@tabler/icons-react';
import { useState } from 'react';
import { formatFull } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useConversations } from '../list/conversations.store.ts';
import { useWorkStatus } from '../list/use-work-status.ts';
import { snoozeTimes } from './snooze-times.ts';

/** Closes, snoozes or reopens the open conversation. */
export function WorkButtons({ conversationId }: { conversationId: string }) {
  const status = useConversations((state) => state.byId[conversationId]?.status);
  const { change, toggleClosed } = useWorkStatus();
  const now = useNow();
  const [isSnoozing, setSnoozing] = useState(false);
  if (status === undefined) return null;
  const toggle = status === 'open' ? t('inbox:work.close') : t('inbox:work.reopen');
  const ToggleIcon = status === 'open' ? IconCircleCheck : IconArrowBackUp;
  return (
    <>
      <Menu position="bottom-end" opened={isSnoozing} onChange={setSnoozing}>
        <Menu.Target>
          <Tooltip
            label={t('inbox:work.withKey', { label: t('inbox:work.snooze'), key: 'H' })}
            disabled={isSnoozing}
          >
            <ActionIcon aria-label={t('inbox:work.snooze')} aria-keyshortcuts="H" data-testid="snooze">
              <IconClockPause size={20} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('inbox:work.snoozeUntil')}</Menu.Label>
          {snoozeTimes(new Date(now)).map(({ id, until }) => (
            <Menu.Item
              key={id}
              title={formatFull(until.toISOString())}
              onClick={() => change(conversationId, { status: 'snoozed', snoozedUntil: until.toISOString() })}
            >
              {t(`inbox:work.times.${id}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Tooltip label={t('inbox:work.withKey', { label: toggle, key: 'E' })}>
        <ActionIcon
          aria-label={toggle}
          aria-keyshortcuts="E"
          data-testid="toggle-closed"
          onClick={() => toggleClosed(conversationId)}
        >
          <ToggleIcon size={20} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
