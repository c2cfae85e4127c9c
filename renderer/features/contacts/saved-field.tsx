import { Loader, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import type { FieldState } from './use-field-saver.ts';

export interface SavedFieldProps {
  label: string;
  value: string;
  type?: 'text' | 'email' | 'number' | 'date';
  placeholder?: string;
  state: FieldState;
  onSave: (value: string) => void;
  testId?: string;
}

/** A text field that is saved on blur and on Enter; Esc reverts the change. */
export function SavedField({
  label,
  value,
  type = 'text',
  placeholder,
  state,
  onSave,
  testId,
}: SavedFieldProps) {
  // Null while the field is not being edited: it then shows changes by other people.
  const [typed, setTyped] = useState<string | null>(null);

  function commit(): void {
    const text = typed?.trim() ?? value;
    if (text !== value) onSave(text);
    else setTyped(null);
  }

  const isRefused = state.problem !== null;
  if (typed !== null && typed.trim() === value && state.phase === 'saved') setTyped(null);

  return (
    <TextInput
      label={label}
      type={type}
      step={type === 'number' ? 'any' : undefined}
      placeholder={placeholder}
      dir="auto"
      data-testid={testId}
      value={typed ?? value}
      error={isRefused ? state.problem : undefined}
      rightSection={state.phase === 'idle' ? undefined : <SaveState state={state} />}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        setTyped(null);
      }}
    />
  );
}

/** A spinner while a field is being saved, then a tick. */
export function SaveState({ state }: { state: FieldState }) {
  if (state.phase === 'saving') return <Loader size={14} aria-label={t('contacts:card.saving')} />;
  if (state.phase === 'saved')
    return <IconCheck size={16} color="var(--sb-accent)" role="img" aria-label={t('contacts:card.saved')} />;
  return null;
}
