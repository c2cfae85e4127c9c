import { Loader, Select, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Breakable } from '../../../ui/breakable.tsx';
import classes from './contact-card.module.css';
import type { FieldState } from './use-field-saver.ts';

export interface EditableValueProps {
  label: string;
  /** Empty: no value. */
  value: string;
  /** The value as people read it; the value itself if left out. */
  shown?: string;
  type?: 'text' | 'email' | 'number' | 'date';
  /** The values to choose from, in place of a text. */
  choices?: readonly { value: string; label: string }[];
  isClearable?: boolean;
  state: FieldState;
  onSave: (value: string) => void;
  /** Opens the field at once. */
  startsOpen?: boolean;
  /** Called when the field closes. */
  onClosed?: () => void;
  testId: string;
}

/** A value as text. A click opens it as a field in the same place; Enter and leaving save it, Esc reverts it. */
export function EditableValue(props: EditableValueProps) {
  const { label, value, shown = value, state, startsOpen = false, onClosed, testId } = props;
  const [isOpen, setOpen] = useState(startsOpen);
  const button = useRef<HTMLButtonElement>(null);
  const takesFocus = useRef(false);

  function close(byKey: boolean): void {
    takesFocus.current = byKey;
    setOpen(false);
    onClosed?.();
  }
  useEffect(() => {
    // Without it, the keyboard would be back at the beginning of the page.
    if (!isOpen && takesFocus.current) button.current?.focus();
  }, [isOpen]);

  if (isOpen) return <Editor {...props} onClose={close} />;
  return (
    <button
      ref={button}
      type="button"
      className={classes.value}
      aria-label={t('contacts:card.edit', { name: label, value: shown })}
      onClick={() => setOpen(true)}
      data-testid={testId}
    >
      <span dir="auto">{props.type === 'email' ? <Breakable text={shown} /> : shown}</span>
      <SaveState state={state} />
    </button>
  );
}

/** Stays open while a change is refused, so that what was typed is not lost. */
function Editor({
  label,
  value,
  type = 'text',
  choices,
  isClearable = false,
  state,
  onSave,
  onClose,
  testId,
}: EditableValueProps & { onClose: (byKey: boolean) => void }) {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState<string | null>(null);
  const byKey = useRef(false);
  const isSaving = state.phase === 'saving';
  const problem = sent !== null && typed.trim() === sent ? state.problem : null;

  useEffect(() => {
    if (sent !== null && state.phase === 'saved') onClose(byKey.current);
  }, [sent, state.phase, onClose]);

  function commit(text: string): void {
    if (isSaving || (sent === text && problem !== null)) return;
    if (text === value) onClose(byKey.current);
    else {
      setSent(text);
      onSave(text);
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    byKey.current = event.key === 'Enter' || event.key === 'Escape';
    if (event.key === 'Enter' && !choices) commit(typed.trim());
    if (event.key !== 'Escape') return;
    // It would close the drawer too.
    event.stopPropagation();
    onClose(true);
  }

  const shared = {
    'aria-label': label,
    'data-testid': `${testId}-field`,
    autoFocus: true,
    size: 'xs',
    error: problem,
    ...(state.phase !== 'idle' && { rightSection: <SaveState state={state} /> }),
  } as const;
  if (choices)
    return (
      <Select
        {...shared}
        data={[...choices]}
        value={typed === '' ? null : typed}
        clearable={isClearable}
        clearButtonProps={{ 'aria-label': t('contacts:card.clear', { name: label }) }}
        allowDeselect={false}
        readOnly={isSaving}
        defaultDropdownOpened
        onChange={(chosen) => {
          byKey.current = true;
          setTyped(chosen ?? '');
          commit(chosen ?? '');
        }}
        onBlur={() => sent === null && onClose(false)}
        onKeyDown={onKeyDown}
      />
    );
  return (
    <TextInput
      {...shared}
      type={type}
      step={type === 'number' ? 'any' : undefined}
      dir="auto"
      autoComplete="off"
      readOnly={isSaving}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => type !== 'date' && event.currentTarget.select()}
      onBlur={() => commit(typed.trim())}
      onKeyDown={onKeyDown}
    />
  );
}

/** A spinner while a field is being saved, then a tick. */
export function SaveState({ state }: { state: FieldState }): ReactNode {
  if (state.phase === 'saving')
    return <Loader size={14} role="status" aria-label={t('contacts:card.saving')} />;
  if (state.phase === 'saved')
    return <IconCheck size={16} color="var(--sb-accent)" role="img" aria-label={t('contacts:card.saved')} />;
  return null;
}
