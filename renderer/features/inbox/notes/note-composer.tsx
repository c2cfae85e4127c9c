import { Button, Textarea, Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { NOTE_MAX } from '../../../../shared/domain/message-limits.ts';
import { useColleagues } from '../../../lib/colleagues.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import composer from '../composer/composer.module.css';
import { ModeTabs } from '../composer/composer-mode.tsx';
import { flushDrafts, saveNoteDraft, useNoteDrafts } from '../composer/drafts.store.ts';
import { useInbox } from '../inbox-context.ts';
import { type Colleague, colleaguesFor, mentionQuery, mentionsIn } from './mentions.ts';
import classes from './note-composer.module.css';
import { writeNote } from './notes.actions.ts';

/**
 * The composer of private notes. It is another component than the one of replies, with its own draft and its own way
 * to the server, so that no note can be sent to a customer.
 */
export function NoteComposer({ conversationId }: { conversationId: string }) {
  const text = useNoteDrafts((state) => state.byConversation[conversationId] ?? '');
  const input = useRef<HTMLTextAreaElement>(null);
  const { colleagues } = useColleagues();
  const isTooLong = text.length > NOTE_MAX;
  const canWrite = text.trim() !== '' && !isTooLong;
  const picker = useMentionPicker(conversationId, text, input);

  useEffect(() => {
    if (window.matchMedia('(hover: hover)').matches) input.current?.focus({ preventScroll: true });
    return flushDrafts;
  }, []);

  function write(): void {
    if (!canWrite) return;
    writeNote(conversationId, text.trim(), mentionsIn(text, colleagues));
    saveNoteDraft(conversationId, '');
    input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent): void {
    // The Enter that ends an IME composition must not write the note.
    if (event.nativeEvent.isComposing || picker.handleKey(event)) return;
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    write();
  }

  return (
    <div className={composer.composer}>
      <div className={composer.box} data-mode="note" data-bad={isTooLong || undefined}>
        {picker.list}
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
            saveNoteDraft(conversationId, event.currentTarget.value);
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

/** The choice of a colleague while an @ is typed: the arrows move, Enter and Tab choose, Esc closes. */
function useMentionPicker(
  conversationId: string,
  text: string,
  input: { current: HTMLTextAreaElement | null },
) {
  const { session } = useInbox();
  const { colleagues } = useColleagues();
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const found = caret === null ? null : mentionQuery(text, caret);
  const options = found ? colleaguesFor(found.query, colleagues, session.user.id) : [];
  const chosen = options[Math.min(active, options.length - 1)];

  function choose({ name }: Colleague): void {
    if (!found || caret === null) return;
    const written = `@${name} `;
    saveNoteDraft(conversationId, text.slice(0, found.from) + written + text.slice(caret));
    setCaret(null);
    const end = found.from + written.length;
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(end, end);
    });
  }

  function handleKey(event: KeyboardEvent): boolean {
    if (!chosen || event.shiftKey) return false;
    if (event.key === 'ArrowDown') setActive((active + 1) % options.length);
    else if (event.key === 'ArrowUp') setActive((active + options.length - 1) % options.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen);
    else if (event.key === 'Escape') setCaret(null);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  const optionId = ({ id }: Colleague) => `${listId}-${id}`;
  return {
    handleKey,
    /** Follows the caret; the first colleague is chosen again after each change. */
    follow: ({ selectionStart }: HTMLTextAreaElement) => {
      if (selectionStart === caret) return;
      setCaret(selectionStart);
      setActive(0);
    },
    close: () => setCaret(null),
    fieldProps: chosen
      ? {
          role: 'combobox',
          'aria-expanded': true,
          'aria-autocomplete': 'list' as const,
          'aria-controls': listId,
          'aria-activedescendant': optionId(chosen),
        }
      : {},
    list: chosen && (
      <div className={classes.anchor}>
        <div id={listId} className={classes.picker} role="listbox" aria-label={t('inbox:notes.mention')}>
          {options.map((colleague) => (
            // The field keeps the focus and handles the keys.
            <div
              key={colleague.id}
              id={optionId(colleague)}
              role="option"
              tabIndex={-1}
              aria-selected={colleague.id === chosen.id}
              className={classes.option}
              onMouseDown={(event) => {
                event.preventDefault();
                choose(colleague);
              }}
              data-testid="mention-option"
            >
              <InitialsAvatar name={colleague.name} seed={colleague.id} size={24} />
              <span dir="auto">{colleague.name}</span>
            </div>
          ))}
        </div>
      </div>
    ),
  };
}
