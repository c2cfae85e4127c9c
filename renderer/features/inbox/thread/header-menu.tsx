import { ActionIcon, Menu } from '@mantine/core';
import {
  IconBell,
  IconBellOff,
  IconClockPause,
  IconDeviceMobile,
  IconDots,
  IconLink,
  IconMail,
  IconTag,
  IconUserPlus,
} from '@tabler/icons-react';
import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { serverOrigin } from '../../../lib/api/server-address.ts';
import { useKeys } from '../../../lib/commands/custom-keys.store.ts';
import { writeKeys } from '../../../lib/commands/keys.ts';
import { useCommands } from '../../../lib/commands/registry.ts';
import { t } from '../../../lib/i18n.ts';
import { muteConversation, useNoticeSettings } from '../../../lib/notices/notice-settings.store.ts';
import { useInbox } from '../inbox-context.ts';
import type { PickerKind } from '../work/picker.store.ts';
import { useWork } from '../work/use-work.ts';
import { copyText } from './actions/message-actions.ts';
import classes from './thread-header.module.css';

/** What is done less often with the open conversation. On a phone, also what has no button there. */
export function HeaderMenu({
  conversation: { id, contact },
  onPick,
}: {
  conversation: Conversation;
  onPick: (kind: PickerKind) => void;
}) {
  const { change } = useWork();
  const { isSandbox, phonePageUrl } = useInbox().session.workspace.channel;
  const isMuted = useNoticeSettings(({ muted }) => muted.includes(id));
  const [unreadKey] = useKeys('conversation.unread');
  const [muteKey] = useKeys('conversation.mute');
  const copyLink = () => void copyText(`${serverOrigin()}/inbox/${id}`);
  const mute = () => muteConversation(id, !isMuted);
  const phonePage =
    isSandbox && phonePageUrl !== null && contact.phone !== null
      ? `${phonePageUrl}/?customer=${contact.phone}`
      : null;
  useCommands({
    'conversation.copyLink': copyLink,
    'conversation.mute': mute,
    'conversation.phone':
      phonePage === null ? null : () => void window.open(phonePage, '_blank', 'noreferrer'),
  });
  const keyOf = (key: string | undefined) =>
    key !== undefined && <kbd className={classes.key}>{writeKeys(key)}</kbd>;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon aria-label={t('inbox:work.more')} data-testid="work-menu">
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.narrow}>
          <Menu.Item leftSection={<IconUserPlus size={16} />} onClick={() => onPick('assign')}>
            {t('inbox:work.assign')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTag size={16} />} onClick={() => onPick('label')}>
            {t('inbox:work.label')}
          </Menu.Item>
          <Menu.Item leftSection={<IconClockPause size={16} />} onClick={() => onPick('snooze')}>
            {t('inbox:work.snooze')}
          </Menu.Item>
        </div>
        <Menu.Item
          leftSection={<IconMail size={16} />}
          rightSection={keyOf(unreadKey)}
          onClick={() => void change([id], { unread: true })}
          data-testid="mark-unread"
        >
          {t('inbox:work.markUnread')}
        </Menu.Item>
        <Menu.Item
          leftSection={isMuted ? <IconBell size={16} /> : <IconBellOff size={16} />}
          rightSection={keyOf(muteKey)}
          onClick={mute}
          data-testid="mute"
        >
          {isMuted ? t('inbox:work.unmute') : t('inbox:work.mute')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLink size={16} />} onClick={copyLink} data-testid="copy-link">
          {t('inbox:work.copyLink')}
        </Menu.Item>
        {phonePage !== null && (
          <Menu.Item
            component="a"
            href={phonePage}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconDeviceMobile size={16} />}
            data-testid="customer-phone"
          >
            {t('inbox:work.testPhone')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
