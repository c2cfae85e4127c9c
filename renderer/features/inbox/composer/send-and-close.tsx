import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconChevronDown, IconCircleCheck } from '@tabler/icons-react';
import { useKeys } from '../../../lib/commands/custom-keys.store.ts';
import { ariaKeys, writeKeys } from '../../../lib/commands/keys.ts';
import { useCommands } from '../../../lib/commands/registry.ts';
import { t } from '../../../lib/i18n.ts';
import { showErrorToast, showToast } from '../../../lib/toast.ts';
import { useShown } from '../../../ui/use-shown.ts';
import { settleOutbox } from '../outbox/outbox.actions.ts';
import { useOutbox } from '../outbox/outbox.store.ts';
import { cancelScheduled } from '../outbox/scheduled.actions.ts';
import { useThreads } from '../thread/store/threads.store.ts';
import { useWork } from '../work/use-work.ts';
import { changeWork } from '../work/work.actions.ts';
import classes from './composer.module.css';

/** The other way to send, beside the button: the conversation is closed once the server has the message. */
export function SendAndClose({
  conversationId,
  send,
}: {
  conversationId: string;
  /** Sends what is in the composer; null when nothing can be sent. */
  send: (() => void) | null;
}) {
  const { change } = useWork();
  const isOpen = useShown();
  const keys = useKeys('composer.sendAndClose');
  const run = send && (() => void sendAndClose(send));
  useCommands({ 'composer.sendAndClose': run });

  async function sendAndClose(send: () => void): Promise<void> {
    const before = new Set(pendingIn(conversationId));
    send();
    const sent = pendingIn(conversationId).filter((clientId) => !before.has(clientId));
    // The person was asked about the text first.
    if (sent.length === 0) return;
    await settleOutbox(conversationId);
    // It waits for the network, or was refused: that is not done with.
    if (pendingIn(conversationId).length > 0) return showToast(t('inbox:composer.staysOpen'));
    const onUndo = () => void takeBack(conversationId, sent);
    // Who has opened another conversation meanwhile stays there.
    if (isOpen.current) await change([conversationId], { status: 'closed' }, { onUndo });
    else await changeWork([conversationId], { status: 'closed' }, { onUndo });
  }

  return (
    <Menu position="top-end">
      <Menu.Target>
        <Tooltip label={t('inbox:composer.moreWays')}>
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
        </Tooltip>
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

function pendingIn(conversationId: string): string[] {
  const { pending } = useOutbox.getState();
  return pending.filter((item) => item.conversationId === conversationId).map(({ clientId }) => clientId);
}

/** Takes the messages back that are still held, the last one first, so that their texts keep their order. */
async function takeBack(conversationId: string, clientIds: readonly string[]): Promise<void> {
  const messages = useThreads.getState()[conversationId]?.messages ?? [];
  const held = messages.filter(
    ({ clientId, status, isHeld }) => isHeld && status === 'scheduled' && clientIds.includes(clientId ?? ''),
  );
  try {
    for (const message of held.reverse()) await cancelScheduled(message);
  } catch (error) {
    showErrorToast(t('message-actions:undoFailed'), error);
  }
}
