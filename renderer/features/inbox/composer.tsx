import { ActionIcon, Textarea } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { TEXT_MAX } from '../../../shared/contract/send-message.ts';
import { contactTitle } from '../../lib/contact-title.ts';
import { formatCount } from '../../lib/format.ts';
import classes from './composer.module.css';
import { useConversations } from './conversations.store.ts';
import { flushDrafts, saveDraft, useDrafts } from './drafts.store.ts';
import { sendText } from './outbox.actions.ts';

const COUNTER_FROM = TEXT_MAX * 0.8;

/** Where replies are typed. The text is the draft itself, so nothing that happens to the screen can lose it. */
export function Composer({ conversationId }: { conversationId: string }) {
  const text = useDrafts((state) => state.byConversation[conversationId] ?? '');
  const contact = useConversations((state) => state.byId[conversationId]?.contact);
  const input = useRef<HTMLTextAreaElement>(null);
  const isTooLong = text.length > TEXT_MAX;
  const canSend = text.trim() !== '' && !isTooLong;

  useEffect(() => {
    // Whoever walks the list by keyboard goes on walking, and R leads here. On a phone the keyboard
    // would cover the messages that somebody came to read.
    const isWalking = document.activeElement?.getAttribute('role') === 'listbox';
    const hasMouse = window.matchMedia('(hover: hover)').matches;
    if (hasMouse && !isWalking) input.current?.focus({ preventScroll: true });
    return flushDrafts;
  }, []);

  function send(): void {
    if (!canSend) return;
    sendText(conversationId, text.trim());
    saveDraft(conversationId, '');
    input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent): void {
    // Enter that ends the composition of a character is not meant to send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <div className={classes.composer}>
      <div className={classes.box} data-bad={isTooLong || undefined}>
        <Textarea
          ref={input}
          variant="unstyled"
          className={classes.field}
          classNames={{ input: classes.input }}
          aria-label={`Message to ${contact ? contactTitle(contact) : 'the customer'}`}
          placeholder="Write a reply"
          autosize
          minRows={1}
          maxRows={8}
          dir="auto"
          value={text}
          onChange={(event) => saveDraft(conversationId, event.currentTarget.value)}
          onKeyDown={handleKeyDown}
          data-testid="composer"
        />
        <ActionIcon
          className={classes.send}
          variant="filled"
          color="pine"
          size={36}
          radius="xl"
          aria-label="Send"
          disabled={!canSend}
          onClick={send}
          data-testid="composer-send"
        >
          <IconSend2 size={19} />
        </ActionIcon>
      </div>
      <div className={classes.foot}>
        <span>Enter sends, Shift + Enter starts a new line</span>
        {text.length >= COUNTER_FROM && (
          <span className={classes.counter} data-bad={isTooLong || undefined} role="status">
            {formatCount(text.length)} of {formatCount(TEXT_MAX)}
          </span>
        )}
      </div>
    </div>
  );
}
