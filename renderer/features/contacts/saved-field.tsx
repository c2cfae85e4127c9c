import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { SaveState } from './save-state.tsx';
import type { FieldState } from './use-field-saver.ts';

export interface SavedFieldProps {
  label: string;
  value: string;
  type?: 'text' | 'email';
  placeholder?: string;
  state: FieldState;
  onSave: (value: string) => void;
}

/** A line of text that saves itself when it is left or Enter is pressed; Esc takes the change back. */
export function SavedField({ label, value, type = 'text', placeholder, state, onSave }: SavedFieldProps) {
  // Null while nobody edits: then the field follows what others change.
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
      placeholder={placeholder}
      dir="auto"
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
