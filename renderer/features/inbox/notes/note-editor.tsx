import { Button, Group, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Note } from '../../../../shared/contract/inbox/notes.contract.ts';
import { NOTE_MAX } from '../../../../shared/domain/message-limits.ts';
import { useColleagues } from '../../../lib/colleagues.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { NotLoaded } from '../../../ui/error-state.tsx';
import { MutationError } from '../../../ui/mutation-button.tsx';
import { useMentionPicker } from './mention-picker.tsx';
import { mentionsIn } from './mentions.ts';
import classes from './note-bubble.module.css';
import { changeNote } from './notes.actions.ts';
import { stopEditing, useNoteEdit } from './notes.store.ts';

/** Changes the text of an own note in its place. Enter saves, Esc keeps it as it was. */
export function NoteEditor({ note }: { note: Note }) {
  const { text } = useNoteEdit();
  const { colleagues, ...query } = useColleagues();
  const input = useRef<HTMLTextAreaElement>(null);
  const setText = (next: string) => useNoteEdit.setState({ text: next });
  const picker = useMentionPicker(text, setText, input);
  const saving = useMutation(
    // A former member stays mentioned in the text only.
    () => changeNote(note, text.trim(), mentionsIn(text, colleagues)),
    { onSuccess: stopEditing },
  );
  const isTooLong = text.length > NOTE_MAX;
  const canSave = text.trim() !== '' && !isTooLong && !saving.isPending;

  useEffect(() => {
    const field = input.current;
    field?.focus({ preventScroll: true });
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  function save(): void {
    if (!canSave) return;
    if (text.trim() === note.content) stopEditing();
    else saving.mutate();
  }

  function handleKeyDown(event: KeyboardEvent): void {
    // The keys of the thread do not act while a person writes.
    event.stopPropagation();
    if (event.nativeEvent.isComposing || picker.handleKey(event)) return;
    if (event.key === 'Escape') stopEditing();
    else if (event.key === 'Enter' && !event.shiftKey) save();
    else return;
    event.preventDefault();
  }

  return (
    <div className={classes.editor}>
      {picker.list}
      <Textarea
        ref={input}
        aria-label={t('inbox:notes.edit')}
        autosize
        minRows={1}
        maxRows={12}
        dir="auto"
        value={text}
        error={
          isTooLong &&
          t('inbox:composer.counter', { length: formatCount(text.length), max: formatCount(NOTE_MAX) })
        }
        onChange={(event) => {
          setText(event.currentTarget.value);
          picker.follow(event.currentTarget);
        }}
        onSelect={(event) => picker.follow(event.currentTarget)}
        onBlur={picker.close}
        onKeyDown={handleKeyDown}
        data-testid="note-edit-text"
        {...picker.fieldProps}
      />
      {text.includes('@') && <NotLoaded title={t('inbox:work.colleaguesNotLoaded')} query={query} />}
      <MutationError mutation={saving} />
      <Group gap={8} mt={8}>
        <Button
          size="compact-sm"
          disabled={!canSave}
          loading={saving.isPending}
          onClick={save}
          data-testid="note-save"
        >
          {t('actions.save')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={stopEditing}>
          {t('actions.cancel')}
        </Button>
      </Group>
    </div>
  );
}
