import { ActionIcon, FileButton, Textarea, Tooltip } from '@mantine/core';
import { IconPaperclip, IconSend2 } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { TEXT_MAX } from '../../../shared/contract/send-message.ts';
import { contactTitle } from '../../lib/contact-title.ts';
import { formatCount } from '../../lib/format.ts';
import classes from './composer.module.css';
import { useConversations } from './conversations.store.ts';
import { flushDrafts, saveDraft, useDrafts } from './drafts.store.ts';
import { DropZone } from './media/drop-zone.tsx';
import { addFiles, isOnItsWay, sendWhenUp } from './media/tray.actions.ts';
import { sendComposed } from './media/tray.send.ts';
import { useTiles, useTray } from './media/tray.store.ts';
import { Tray } from './media/tray.tsx';
import { TemplateButton } from './template-button.tsx';

const COUNTER_FROM = TEXT_MAX * 0.8;

/** Where replies are typed. The text is the draft itself, so nothing that happens to the screen can lose it. */
export function Composer({ conversationId }: { conversationId: string }) {
  const text = useDrafts((state) => state.byConversation[conversationId] ?? '');
  const contact = useConversations((state) => state.byId[conversationId]?.contact);
  const tiles = useTiles(conversationId);
  const isArmed = useTray((state) => state.armed[conversationId] ?? false);
  const input = useRef<HTMLTextAreaElement>(null);
  const isTooLong = text.length > TEXT_MAX;
  const isUnfinished = tiles.some((tile) => isOnItsWay(tile) || tile.state === 'failed');
  const hasFiles = isUnfinished || tiles.some(({ state }) => state === 'ready');
  const canSend = (text.trim() !== '' || hasFiles) && !isTooLong;
  const title = contact ? contactTitle(contact) : 'the customer';

  useEffect(() => {
    // Whoever walks the list by keyboard goes on walking, and R leads here. On a phone the keyboard
    // would cover the messages that somebody came to read.
    const isWalking = document.activeElement?.getAttribute('role') === 'listbox';
    const hasMouse = window.matchMedia('(hover: hover)').matches;
    if (hasMouse && !isWalking) input.current?.focus({ preventScroll: true });
    return flushDrafts;
  }, []);

  const attach = useCallback(
    (files: File[]) => {
      addFiles(conversationId, files);
      input.current?.focus();
    },
    [conversationId],
  );

  function send(): void {
    if (!canSend) return;
    // What was written to files waits for them.
    if (isUnfinished) sendWhenUp(conversationId);
    else sendComposed(conversationId);
    input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent): void {
    // Enter that ends the composition of a character is not meant to send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  function handlePaste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files];
    // Cells of a table come as a picture too, but they are meant as words.
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    attach(files);
  }

  return (
    <div className={classes.composer}>
      <DropZone to={`for ${title}`} onFiles={attach} />
      <Tray conversationId={conversationId} />
      <div className={classes.box} data-bad={isTooLong || undefined}>
        <TemplateButton conversationId={conversationId} />
        <FileButton onChange={attach} multiple inputProps={{ 'aria-label': 'Files to attach' }}>
          {(props) => (
            <Tooltip label="Attach files">
              <ActionIcon
                {...props}
                className={classes.attach}
                variant="subtle"
                color="gray"
                size={36}
                radius="xl"
                aria-label="Attach files"
                data-testid="composer-attach"
              >
                <IconPaperclip size={19} />
              </ActionIcon>
            </Tooltip>
          )}
        </FileButton>
        <Textarea
          ref={input}
          variant="unstyled"
          className={classes.field}
          classNames={{ input: classes.input }}
          aria-label={`Message to ${title}`}
          placeholder={tiles.length > 0 ? 'Add a caption' : 'Write a reply'}
          autosize
          minRows={1}
          maxRows={8}
          dir="auto"
          value={text}
          onChange={(event) => saveDraft(conversationId, event.currentTarget.value)}
          onKeyDown={handleKeyDown}
          onPaste={handlePaste}
          data-testid="composer"
        />
        <ActionIcon
          className={classes.send}
          variant="filled"
          color="pine"
          size={36}
          radius="xl"
          aria-label={isArmed ? 'Sends when the files are uploaded' : 'Send'}
          disabled={!canSend}
          loading={isArmed}
          onClick={send}
          data-testid="composer-send"
        >
          <IconSend2 size={19} />
        </ActionIcon>
      </div>
      <div className={classes.foot}>
        <span>
          {isArmed ? 'Goes when the files are uploaded' : 'Enter sends, Shift + Enter starts a new line'}
        </span>
        {text.length >= COUNTER_FROM && (
          <span className={classes.counter} data-bad={isTooLong || undefined} role="status">
            {formatCount(text.length)} of {formatCount(TEXT_MAX)}
          </span>
        )}
      </div>
    </div>
  );
}
