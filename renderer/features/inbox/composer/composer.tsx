import { Button, Textarea, Tooltip } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { TEXT_MAX } from '../../../../shared/domain/message-limits.ts';
import { useCommands } from '../../../lib/commands/registry.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useConversations } from '../list/conversations.store.ts';
import { DropZone } from '../media/drop-zone.tsx';
import { addFiles, isHeldUp, sendWhenUploaded } from '../media/tray.actions.ts';
import { sendComposed } from '../media/tray.send.ts';
import { composedOf, type Tile, tilesOf, useTiles, useTray } from '../media/tray.store.ts';
import { Tray } from '../media/tray.tsx';
import { openSavedReplies } from '../saved-replies/saved-reply-button.tsx';
import { QuoteStrip } from '../thread/actions/quote-strip.tsx';
import { useVoiceNote } from '../voice/voice-button.tsx';
import classes from './composer.module.css';
import { type ComposerToolProps, Tools } from './composer-tools.tsx';
import { flushDrafts, readDraft, saveDraft, useDrafts, useQuotes } from './drafts.store.ts';
import { insertText, toggleMark } from './insert-text.ts';
import { ScheduleMenu } from './schedule-menu.tsx';
import { SendAndClose } from './send-and-close.tsx';
import { maySend } from './send-check.ts';

const COUNTER_FROM = TEXT_MAX * 0.8;

/**
 * The reply: its text over the full width, and the tools under it. The text is stored in the draft store, so
 * unmounting loses nothing.
 */
export function Composer({ conversationId }: { conversationId: string }) {
  const text = useDrafts((state) => state.byConversation[conversationId] ?? '');
  const contact = useConversations((state) => state.byId[conversationId]?.contact);
  const tiles = useTiles(conversationId);
  const quote = useQuotes((state) => state.byConversation[conversationId] ?? '');
  const pressedOn = useTray((state) => state.armed[conversationId] ?? null);
  const input = useRef<HTMLTextAreaElement>(null);
  const [isPressed, setPressed] = useState(false);
  const isTooLong = text.length > TEXT_MAX;
  const isUnfinished = tiles.some(isHeldUp);
  const isChanged = pressedOn !== null && pressedOn !== composedOf({ reply: text, quote }, tiles);
  const isArmed = pressedOn !== null && !isChanged && isUnfinished;
  const hasFiles = isUnfinished || tiles.some(({ state }) => state === 'ready');
  const canSend = (text.trim() !== '' || hasFiles) && !isTooLong;
  const name = contact && contactTitle(contact);

  useEffect(() => {
    // Navigating the list by keyboard keeps the focus there; R moves it here. On a phone, the on-screen
    // keyboard would cover the messages.
    const isInList = document.activeElement?.getAttribute('role') === 'listbox';
    const hasMouse = window.matchMedia('(hover: hover)').matches;
    if (hasMouse && !isInList) input.current?.focus({ preventScroll: true });
    return flushDrafts;
  }, []);

  const attach = useCallback(
    (files: File[]) => {
      addFiles(conversationId, files);
      input.current?.focus();
    },
    [conversationId],
  );

  /** `again` is what the check repeats, later: files may have been attached by then. */
  function send(again = () => send()): void {
    if (!canSend || !maySend(conversationId, again)) return;
    sendWhenUploaded(conversationId);
    input.current?.focus();
  }

  function schedule(sendAt: Date): void {
    if (tilesOf(conversationId).some(isHeldUp) || !maySend(conversationId, () => schedule(sendAt))) return;
    sendComposed(conversationId, sendAt);
    input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key === '/' && text === '' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      openSavedReplies(conversationId);
      return;
    }
    // The Enter that ends an IME composition must not send the message.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  function handlePaste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files];
    // Spreadsheet cells are also on the clipboard as an image. Paste them as text.
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    attach(files);
  }

  function insert(words: string): void {
    const draft = readDraft(conversationId);
    insertText(input.current, draft, words, (next) => saveDraft(conversationId, next));
  }

  function mark(sign: string): void {
    toggleMark(input.current, readDraft(conversationId), sign, (next) => saveDraft(conversationId, next));
  }

  useCommands({
    'composer.bold': () => mark('*'),
    'composer.italic': () => mark('_'),
    'composer.strike': () => mark('~'),
  });
  const voice = useVoiceNote(conversationId);
  const tool: ComposerToolProps = { conversationId, attach, insert };
  return (
    <div className={classes.composer}>
      <DropZone
        to={name === undefined ? t('inbox:media.drop.toNameless') : t('inbox:media.drop.to', { name })}
        onFiles={attach}
      />
      <Tray conversationId={conversationId} />
      {voice && <div className={classes.box}>{voice}</div>}
      {/* Hidden rather than removed, so that the text keeps its undo history and the caret its place. */}
      <div className={classes.box} data-bad={isTooLong || undefined} hidden={voice !== null}>
        {/* Strips stand here: above the text. */}
        <QuoteStrip conversationId={conversationId} />
        <Textarea
          ref={input}
          variant="unstyled"
          classNames={{ input: classes.input }}
          aria-label={
            name === undefined ? t('inbox:composer.labelNameless') : t('inbox:composer.label', { name })
          }
          placeholder={placeholderOf(tiles)}
          autosize
          minRows={1}
          maxRows={8}
          dir="auto"
          value={text}
          onChange={(event) => saveDraft(conversationId, event.currentTarget.value)}
          onKeyDown={handleKeyDown}
          onPaste={handlePaste}
          data-reply-to={conversationId}
          data-testid="composer"
        />
        <div className={classes.toolbar} data-empty={(text === '' && !hasFiles) || undefined}>
          <Tools {...tool} />
          <span className={classes.state} role="status">
            {isArmed && t('inbox:composer.sendLater')}
            {isChanged && canSend && t('inbox:composer.changedSince')}
            {text.length >= COUNTER_FROM && (
              <span className={classes.counter} data-bad={isTooLong || undefined}>
                {t('inbox:composer.counter', {
                  length: formatCount(text.length),
                  max: formatCount(TEXT_MAX),
                })}
              </span>
            )}
          </span>
          <span className={classes.later}>
            <ScheduleMenu
              conversationId={conversationId}
              canSend={canSend && !isUnfinished}
              onSchedule={schedule}
            />
          </span>
          {/* A person who has pressed the button needs no hint. The button may be disabled by then, and gets no events. */}
          <span
            className={classes.sending}
            onPointerDown={() => setPressed(true)}
            onPointerLeave={() => setPressed(false)}
          >
            <Tooltip label={t('inbox:composer.hint')} openDelay={600} disabled={isPressed}>
              <Button
                className={classes.send}
                size="compact-md"
                rightSection={<IconSend2 size={16} />}
                aria-label={isArmed ? t('inbox:composer.sendLater') : t('inbox:composer.send')}
                disabled={!canSend}
                loading={isArmed}
                onClick={() => send()}
                data-testid="composer-send"
              >
                {t('inbox:composer.send')}
              </Button>
            </Tooltip>
            <SendAndClose conversationId={conversationId} send={canSend && !isUnfinished ? send : null} />
          </span>
        </div>
      </div>
    </div>
  );
}

/** Says what the text becomes: a reply, or the caption of the first file. */
function placeholderOf(tiles: readonly Tile[]): string {
  const files = tiles.filter(({ state }) => state !== 'refused').length;
  if (files === 0) return t('inbox:composer.placeholder');
  return files === 1 ? t('inbox:composer.caption') : t('inbox:composer.captionOfFirst');
}
