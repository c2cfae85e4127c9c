import { ActionIcon, Menu, Popover } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCopy,
  IconDots,
  IconInfoCircle,
  IconLanguage,
  IconLink,
  IconMoodPlus,
  IconRefresh,
} from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { t } from '../../../../lib/i18n.ts';
import { showErrorToast } from '../../../../lib/toast.ts';
import { Tip } from '../../../../ui/overlays/tip.tsx';
import { isTranslatable, toggleTranslation } from '../../assist/translate/translated.store.ts';
import { isRetryable } from '../bubble/failure-actions.ts';
import { retryMessage } from '../store/threads.actions.ts';
import { closeOfBubble, openOfBubble, useBubbleActions } from './bubble-actions.store.ts';
import { isForwardable } from './forward.ts';
import { copyText, isOnPlatform, linkTo, ourReaction, reactTo, textOf } from './message-actions.ts';
import { openMessageDialog } from './message-dialogs.store.ts';
import classes from './message-toolbar.module.css';
import { ReactionPicker } from './reaction-picker.tsx';

/** The buttons beside a bubble, and its menu with everything that can be done with the message. */
export function MessageToolbar({
  message,
  onReply,
}: {
  message: ThreadMessage;
  onReply: (() => void) | null;
}) {
  const { open } = useBubbleActions();
  const bar = useRef<HTMLDivElement>(null);
  usePlace(bar);
  const text = textOf(message);
  const canReact = isOnPlatform(message);
  return (
    <div
      ref={bar}
      className={classes.toolbar}
      role="toolbar"
      aria-label={t('message-actions:toolbar')}
      data-testid="message-toolbar"
    >
      {onReply && (
        <Tool label={t('message-actions:reply')} testId="message-reply" onClick={onReply}>
          <IconArrowBackUp size={17} />
        </Tool>
      )}
      {canReact && (
        <Popover
          opened={open === 'reactions'}
          onChange={(isOpen) => !isOpen && closeOfBubble()}
          trapFocus
          returnFocus
          position="top"
          shadow="md"
        >
          <Popover.Target>
            <Tool
              label={t('message-actions:react.label')}
              testId="message-react"
              onClick={() => openOfBubble(message.id, 'reactions')}
            >
              <IconMoodPlus size={17} />
            </Tool>
          </Popover.Target>
          <Popover.Dropdown p={0} aria-label={t('message-actions:react.label')}>
            <ReactionPicker
              chosen={ourReaction(message)}
              onPick={(emoji) => {
                closeOfBubble();
                void reactTo(message, emoji);
              }}
            />
          </Popover.Dropdown>
        </Popover>
      )}
      {text !== '' && (
        <Tool label={t('message-actions:copy')} testId="message-copy" onClick={() => void copyText(text)}>
          <IconCopy size={16} />
        </Tool>
      )}
      <Menu
        opened={open === 'menu'}
        onChange={(isOpen) => (isOpen ? openOfBubble(message.id, 'menu') : closeOfBubble())}
        position="bottom-end"
        returnFocus
      >
        <Menu.Target>
          <ActionIcon size={28} aria-label={t('message-actions:more')} data-testid="message-more">
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItems message={message} onReply={onReply} />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** The least distance of the toolbar from the edge of the thread, in pixels, with its distance from the bubble. */
const MARGIN_PX = 16;

/** Puts the toolbar beside its bubble where the thread has room for it, else above. */
function usePlace(bar: RefObject<HTMLDivElement | null>): void {
  // Without dependencies: each render may have other buttons.
  useLayoutEffect(() => {
    const bubble = bar.current?.closest('article');
    const thread = bar.current?.closest('[role="log"]');
    if (!bar.current || !bubble || !thread) return;
    const { left, right } = bubble.getBoundingClientRect();
    const edges = thread.getBoundingClientRect();
    // A bubble is at one edge of the thread, so the wider side is the one beside it.
    const room = Math.max(left - edges.left, edges.right - right);
    bar.current.dataset.place = room >= bar.current.offsetWidth + MARGIN_PX ? 'beside' : 'above';
  });
}

function MenuItems({ message, onReply }: { message: ThreadMessage; onReply: (() => void) | null }) {
  const text = textOf(message);
  return (
    <>
      {onReply && (
        <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={onReply}>
          {t('message-actions:reply')}
        </Menu.Item>
      )}
      {isOnPlatform(message) && (
        <Menu.Item
          leftSection={<IconMoodPlus size={16} />}
          closeMenuOnClick={false}
          onClick={() => openOfBubble(message.id, 'reactions')}
        >
          {t('message-actions:react.label')}
        </Menu.Item>
      )}
      {text !== '' && (
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copyText(text)}>
          {t('message-actions:copy')}
        </Menu.Item>
      )}
      {isTranslatable(message) && (
        <Menu.Item
          leftSection={<IconLanguage size={16} />}
          onClick={() => toggleTranslation(message.id)}
          data-testid="message-translate"
        >
          {t('message-actions:translate')}
        </Menu.Item>
      )}
      {isForwardable(message) && (
        <Menu.Item
          leftSection={<IconArrowForwardUp size={16} />}
          onClick={() => openMessageDialog('forward', message)}
        >
          {t('message-actions:forward.label')}
        </Menu.Item>
      )}
      {isRetryable(message) && (
        <Menu.Item
          leftSection={<IconRefresh size={16} />}
          onClick={() =>
            retryMessage(message).catch((error) => showErrorToast(t('message-actions:retryFailed'), error))
          }
        >
          {t('actions.retry')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copyText(linkTo(message))}>
        {t('message-actions:link.copy')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconInfoCircle size={16} />}
        onClick={() => openMessageDialog('info', message)}
      >
        {t('message-actions:info.label')}
      </Menu.Item>
    </>
  );
}

/** A button of the toolbar. The ref and the other properties come from a popover around it. */
function Tool({
  label,
  testId,
  children,
  ...rest
}: { label: string; testId: string; children: React.ReactNode } & React.ComponentProps<'button'>) {
  return (
    <Tip label={label}>
      <ActionIcon size={28} aria-label={label} data-testid={testId} {...rest}>
        {children}
      </ActionIcon>
    </Tip>
  );
}
