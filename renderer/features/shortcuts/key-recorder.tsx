import { UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { chordOf, isFocusKey, isSingleKey, writeKeys } from '../../lib/commands/keys.ts';
import { t } from '../../lib/i18n.ts';
import { KeyCaps } from '../../ui/key-caps.tsx';
import classes from './shortcuts.module.css';

/** How long the second key of a sequence is waited for. */
const SECOND_KEY_MS = 900;

/** Records the keys of a command: one chord, or two keys after each other. Esc cancels, Backspace removes them. */
export function KeyRecorder({
  label,
  keys,
  onRecord,
  onReject,
}: {
  label: string;
  keys: readonly string[];
  onRecord: (keys: string | null) => void;
  /** Why the pressed keys cannot be used; null when recording starts again. */
  onReject: (message: string | null) => void;
}) {
  // What has been pressed so far; null while not recording.
  const [pressed, setPressed] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function end(recorded?: string | null): void {
    clearTimeout(timer.current);
    setPressed(null);
    if (recorded !== undefined) onRecord(recorded);
  }

  function record(event: KeyboardEvent): void {
    if (pressed === null || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    const chord = chordOf(event.nativeEvent);
    if (chord === null || event.repeat) return;
    if (chord === 'Escape') end();
    else if (chord === 'Backspace' || chord === 'Delete') end(null);
    else if (isFocusKey(chord)) onReject(t('commands:settings.reserved', { keys: writeKeys(chord) }));
    else if (!isSingleKey(chord)) end(chord);
    else if (pressed !== '') end(`${pressed} ${chord}`);
    else {
      setPressed(chord);
      timer.current = setTimeout(() => end(chord), SECOND_KEY_MS);
    }
  }

  return (
    <UnstyledButton
      className={classes.recorder}
      data-recording={pressed !== null || undefined}
      aria-label={t(pressed === null ? 'commands:settings.change' : 'commands:settings.recording', {
        command: label,
        keys: keys.map((one) => writeKeys(one)).join(', ') || t('commands:sheet.noKeys'),
      })}
      onClick={() => {
        onReject(null);
        setPressed('');
      }}
      onKeyDown={record}
      onKeyUp={(event) => {
        // Space and Enter are recorded, or rejected, and do not press this button.
        if (pressed !== null) event.preventDefault();
      }}
      onBlur={() => end()}
    >
      {pressed !== null ? (
        <span aria-live="polite">
          {pressed === '' ? t('commands:settings.press') : `${writeKeys(pressed)} …`}
        </span>
      ) : keys.length === 0 ? (
        <span className={classes.none}>{t('commands:sheet.noKeys')}</span>
      ) : (
        keys.map((one) => <KeyCaps key={one} keys={one} />)
      )}
    </UnstyledButton>
  );
}
