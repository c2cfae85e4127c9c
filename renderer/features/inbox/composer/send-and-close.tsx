import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronDown, IconCircleCheck } from '@tabler/icons-react';
import { useKeys } from '../../../lib/commands/custom-keys.store.ts';
import { ariaKeys, writeKeys } from '../../../lib/commands/keys.ts';
import { useCommands } from '../../../lib/commands/registry.ts';
import { t } from '../../../lib/i18n.ts';
import { useShown } from '../../../ui/hooks/use-shown.ts';
import { MenuTooltip } from '../../../ui/overlays/menu-tooltip.tsx';
import { useWork } from '../work/use-work.ts';
import { changeWork } from '../work/work.actions.ts';
import classes from './composer.module.css';
import { sendAndClose } from './send-and-close.actions.ts';

/**
 * The other way to send, beside the button: the conversation is closed once the server has the message, unless the customer
 * has written meanwhile.
 */
export function SendAndClose({
  conversationId,
  send,
}: {
  conversationId: string;
  /** Sends what is in the composer, or has it looked at and sent with `again`; null when nothing can be sent. */
  send: ((again: () => void) => void) | null;
}) {
  const { change } = useWork();
  const isOpen = useShown();
  const keys = useKeys('composer.sendAndClose');
  const run = send && (() => void sendAndClose(conversationId, send, close));
  useCommands({ 'composer.sendAndClose': run });

  async function close(onUndo: () => void): Promise<void> {
    // Who has opened another conversation meanwhile stays there.
    if (isOpen.current) await change([conversationId], { status: 'closed' }, { onUndo });
    else await changeWork([conversationId], { status: 'closed' }, { onUndo });
  }

  return (
    <Menu position="top-end">
      <Menu.Target>
        <MenuTooltip label={t('inbox:composer.moreWays')}>
          <ActionIcon
            className={classes.ways}
            variant="filled"
            color="pine"
            size={32}
            disabled={run === null}
            aria-label={t('inbox:composer.moreWays')}
            data-testid="send-ways"
          >
            <IconChevronDown size={15} />
          </ActionIcon>
        </MenuTooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCircleCheck size={16} />}
          rightSection={keys[0] !== undefined && <kbd className={classes.key}>{writeKeys(keys[0])}</kbd>}
          onClick={run ?? undefined}
          aria-keyshortcuts={ariaKeys(keys)}
          data-testid="send-and-close"
        >
          {t('inbox:composer.sendAndClose')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
