import { Button, Textarea, Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { NOTE_MAX } from '../../../../shared/domain/message-limits.ts';
import { useColleagues } from '../../../lib/colleagues.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { NotLoaded } from '../../../ui/error-state.tsx';
import composer from '../composer/composer.module.css';
import { ModeTabs } from '../composer/composer-mode.tsx';
import { flushDrafts, saveNoteDraft, useNoteDrafts } from '../composer/drafts.store.ts';
import { insertText } from '../composer/insert-text.ts';
import { EmojiButton } from '../emoji/emoji-button.tsx';
import { openSavedReplies, SavedReplyButton } from '../saved-replies/saved-reply-button.tsx';
import { useMentionPicker } from './mention-picker.tsx';
import { mentionsIn } from './mentions.ts';
import classes from './note-composer.module.css';
import { writeNote } from './notes.actions.ts';

/**
 * The composer of private notes. It is another component than the one of replies, with its own draft and its own way
 * to the server, so that no note can be sent to a customer.
 */
export function NoteComposer({ conversationId }: { conversationId: string }) {
  const text = useNoteDrafts((state) => state.byConversation[conversationId] ?? '');
  const input = useRef<HTMLTextAreaElement>(null);
  const { colleagues, ...query } = useColleagues();
  const isTooLong = text.length > NOTE_MAX;
  const canWrite = text.trim() !== '' && !isTooLong;
  const save = (next: string) => saveNoteDraft(conversationId, next);
  const insert = (words: string) => insertText(input.current, text, words, save);
  const picker = useMentionPicker(text, save, input);

  useEffect(() => {
    if (window.matchMedia('(hover: hover)').matches) input.current?.focus({ preventScroll: true });
    return flushDrafts;
  }, []);

  function write(): void {
    if (!canWrite) return;
    writeNote(conversationId, text.trim(), mentionsIn(text, colleagues));
    save('');
    input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent): void {
    // The Enter that ends an IME composition must not write the note.
    if (event.nativeEvent.isComposing || picker.handleKey(event)) return;
    if (event.key === '/' && text === '') {
      event.preventDefault();
      openSavedReplies(conversationId);
      return;
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    write();
  }

  return (
    <div className={composer.composer}>
      <div className={composer.box} data-mode="note" data-bad={isTooLong || undefined}>
        {picker.list}
        {/* Nobody is notified of a mention whose name is not known. */}
        {text.includes('@') && <NotLoaded title={t('inbox:work.colleaguesNotLoaded')} query={query} />}
        <p className={classes.title}>
          <IconLock size={14} aria-hidden="true" />
          {t('inbox:notes.private')}
        </p>
        <Textarea
          ref={input}
          variant="unstyled"
          classNames={{ input: composer.input }}
          aria-label={t('inbox:notes.label')}
          placeholder={t('inbox:notes.placeholder')}
          autosize
          minRows={1}
          maxRows={8}
          dir="auto"
          value={text}
          onChange={(event) => {
            save(event.currentTarget.value);
            picker.follow(event.currentTarget);
          }}
          onSelect={(event) => picker.follow(event.currentTarget)}
          onBlur={picker.close}
          onKeyDown={handleKeyDown}
          data-testid="note-composer"
          {...picker.fieldProps}
        />
        <div className={composer.toolbar}>
          <ModeTabs conversationId={conversationId} />
          <EmojiButton insert={insert} />
          <SavedReplyButton conversationId={conversationId} insert={insert} />
          <span className={composer.state} role="status">
            {text.length >= NOTE_MAX * 0.8 && (
              <span className={composer.counter} data-bad={isTooLong || undefined}>
                {t('inbox:composer.counter', {
                  length: formatCount(text.length),
                  max: formatCount(NOTE_MAX),
                })}
              </span>
            )}
          </span>
          <Tooltip label={t('inbox:notes.hint')} openDelay={600}>
            <Button
              className={classes.write}
              size="compact-md"
              disabled={!canWrite}
              onClick={write}
              data-testid="note-write"
            >
              {t('inbox:notes.write')}
            </Button>
          </Tooltip>
        </div>
      </div>
    </div>
  );
}
