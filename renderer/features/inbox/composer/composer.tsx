import { ActionIcon, FileButton, Indicator, Textarea, Tooltip } from '@mantine/core';
import { IconPaperclip, IconSend2, IconTemplate } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { TEXT_MAX } from '../../../../shared/contract/send-message.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { parseTemplateDraft } from '../../../lib/template-pick.ts';
import { useConversations } from '../list/conversations.store.ts';
import { DropZone } from '../media/drop-zone.tsx';
import { addFiles, isUploading, sendWhenUploaded } from '../media/tray.actions.ts';
import { sendComposed } from '../media/tray.send.ts';
import { useTiles, useTray } from '../media/tray.store.ts';
import { Tray } from '../media/tray.tsx';
import classes from './composer.module.css';
import { flushDrafts, saveDraft, useDrafts, useTemplateDrafts } from './drafts.store.ts';
import { openTemplates } from './template-area.store.ts';

const COUNTER_FROM = TEXT_MAX * 0.8;

/** The reply field. Its text is stored in the draft store, so unmounting loses nothing. */
export function Composer({ conversationId }: { conversationId: string }) {
  const text = useDrafts((state) => state.byConversation[conversationId] ?? '');
  const contact = useConversations((state) => state.byId[conversationId]?.contact);
  const tiles = useTiles(conversationId);
  const isArmed = useTray((state) => state.armed[conversationId] ?? false);
  const input = useRef<HTMLTextAreaElement>(null);
  const isTooLong = text.length > TEXT_MAX;
  const isUnfinished = tiles.some((tile) => isUploading(tile) || tile.state === 'failed');
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

  function send(): void {
    if (!canSend) return;
    // The caption waits until the files are uploaded.
    if (isUnfinished) sendWhenUploaded(conversationId);
    else sendComposed(conversationId);
    input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent): void {
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

  return (
    <div className={classes.composer}>
      <DropZone
        to={name === undefined ? t('inbox:media.drop.toNameless') : t('inbox:media.drop.to', { name })}
        onFiles={attach}
      />
      <Tray conversationId={conversationId} />
      <div className={classes.box} data-bad={isTooLong || undefined}>
        <TemplateButton conversationId={conversationId} />
        <FileButton onChange={attach} multiple inputProps={{ 'aria-label': t('inbox:composer.files') }}>
          {(props) => (
            <Tooltip label={t('inbox:composer.attach')}>
              <ActionIcon
                {...props}
                className={classes.attach}
                variant="subtle"
                color="gray"
                size={36}
                radius="xl"
                aria-label={t('inbox:composer.attach')}
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
          aria-label={
            name === undefined ? t('inbox:composer.labelNameless') : t('inbox:composer.label', { name })
          }
          placeholder={tiles.length > 0 ? t('inbox:composer.caption') : t('inbox:composer.placeholder')}
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
          aria-label={isArmed ? t('inbox:composer.sendLater') : t('inbox:composer.send')}
          disabled={!canSend}
          loading={isArmed}
          onClick={send}
          data-testid="composer-send"
        >
          <IconSend2 size={19} />
        </ActionIcon>
      </div>
      <div className={classes.foot}>
        <span>{isArmed ? t('inbox:composer.sendLater') : t('inbox:composer.hint')}</span>
        {text.length >= COUNTER_FROM && (
          <span className={classes.counter} data-bad={isTooLong || undefined} role="status">
            {t('inbox:composer.counter', {
              length: formatCount(text.length),
              max: formatCount(TEXT_MAX),
            })}
          </span>
        )}
      </div>
    </div>
  );
}

/** Opens the templates. A dot marks one that is partly filled in. */
function TemplateButton({ conversationId }: { conversationId: string }) {
  const draft = parseTemplateDraft(useTemplateDrafts((state) => state.byConversation[conversationId] ?? ''));
  const label = draft
    ? t('inbox:composer.templates.continue', { name: draft.name })
    : t('inbox:composer.templates.open');
  return (
    <Tooltip label={t('inbox:composer.templates.withShortcut', { label, shortcut: 'Alt + T' })}>
      <Indicator disabled={draft === null} size={9} offset={5} color="pine">
        <ActionIcon
          size={36}
          radius="xl"
          aria-label={label}
          aria-keyshortcuts="Alt+T"
          onClick={() => openTemplates(conversationId)}
          data-testid="template-open"
        >
          <IconTemplate size={19} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
