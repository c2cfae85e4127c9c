import { type KeyboardEvent, useId, useState } from 'react';
import { useColleagues } from '../../../lib/colleagues.ts';
import { t } from '../../../lib/i18n.ts';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import { useInbox } from '../inbox-context.ts';
import { type Colleague, colleaguesFor, mentionQuery } from './mentions.ts';
import classes from './note-composer.module.css';

/** The choice of a colleague while an @ is typed: the arrows move, Enter and Tab choose, Esc closes. */
export function useMentionPicker(
  text: string,
  setText: (text: string) => void,
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
    setText(text.slice(0, found.from) + written + text.slice(caret));
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
