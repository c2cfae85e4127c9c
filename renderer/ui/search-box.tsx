import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

export interface SearchBoxProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** The search term, trimmed. */
  value: string;
  onChange: (value: string) => void;
  /** Milliseconds between the last key press and the search. */
  pauseMs?: number;
}

/** A search field that searches after a pause in typing. Follows `value` when it changes from outside. */
export function SearchBox({ value, onChange, pauseMs = 250, ...input }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onChange(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      leftSection={<IconSearch size={16} />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      {...input}
    />
  );
}
