import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { isMac } from '../../lib/desktop/desktop.ts';
import { t } from '../../lib/i18n.ts';
import { type Recorded, readShortcut, writeShortcut } from './shortcut.ts';
import classes from './shortcut-field.module.css';

export interface ShortcutFieldProps {
  labelId: string;
  accelerator: string | null;
  onChange: (accelerator: string | null) => void;
  onRejected: (message: string | null) => void;
}

/** Records a shortcut: Enter starts, Escape cancels, Backspace removes it, Tab leaves the field. */
export function ShortcutField({ labelId, accelerator, onChange, onRejected }: ShortcutFieldProps) {
  // The modifiers that are held while recording; null when not recording.
  const [held, setHeld] = useState<string | null>(null);
  const valueId = useId();
  const field = useRef<HTMLButtonElement>(null);
  const isRecording = held !== null;

  function record(event: KeyboardEvent): void {
    if (!isRecording) return;
    const recorded = readShortcut(event.nativeEvent, isMac);
    if (recorded.kind === 'ignored') return;
    event.preventDefault();
    event.stopPropagation();
    onRejected(recorded.kind === 'refused' ? recorded.message : null);
    setHeld(heldAfter(recorded));
    if (recorded.kind === 'shortcut') onChange(recorded.accelerator);
    if (recorded.kind === 'cleared') onChange(null);
  }

  return (
    <div className={classes.field}>
      <UnstyledButton
        ref={field}
        className={classes.keys}
        data-recording={isRecording || undefined}
        aria-labelledby={`${labelId} ${valueId}`}
        aria-pressed={isRecording}
        onClick={() => setHeld('')}
        onKeyDown={record}
        onKeyUp={(event) => {
          // Space and Enter are part of what is recorded, not a press of this button.
          if (isRecording) event.preventDefault();
        }}
        onBlur={() => setHeld(null)}
        data-testid="shortcut"
      >
        <span id={valueId} aria-live="polite">
          {isRecording
            ? held === ''
              ? t('desktop-settings:shortcut.press')
              : `${held} …`
            : accelerator === null
              ? t('desktop-settings:shortcut.none')
              : writeShortcut(accelerator, isMac)}
        </span>
      </UnstyledButton>
      {accelerator !== null && (
        <ActionIcon
          aria-label={t('desktop-settings:shortcut.remove')}
          onClick={() => {
            onChange(null);
            field.current?.focus();
          }}
        >
          <IconX size={17} />
        </ActionIcon>
      )}
    </div>
  );
}

/** Returns what the field shows next. After a rejected shortcut, recording continues. */
function heldAfter(recorded: Recorded): string | null {
  if (recorded.kind === 'partial') return recorded.text;
  return recorded.kind === 'refused' ? '' : null;
}
