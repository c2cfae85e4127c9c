import { Loader } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { FieldState } from './use-field-saver.ts';

/** A spinner while a field saves, a tick when it has. */
export function SaveState({ state }: { state: FieldState }) {
  if (state.phase === 'saving') return <Loader size={14} aria-label="Saving" />;
  if (state.phase === 'saved')
    return <IconCheck size={16} color="var(--sb-accent)" role="img" aria-label="Saved" />;
  return null;
}
