import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

export interface SearchBoxProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** What is looked for, trimmed. */
  value: string;
  onChange: (value: string) => void;
  /** Milliseconds after the last key until it is looked for. */
  pauseMs?: number;
}

/** Typing searches after a pause; the box follows `value` when that changes otherwise. */
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
