import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { EmojiPicker } from '../../emoji/emoji-button.tsx';
import classes from './reaction-picker.module.css';

/** The reactions that are offered first. */
const FIRST_EMOJIS: readonly string[] = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
};

/** The choice of an emoji: six at once, moved among with the arrow keys, and all behind a button. */
export function ReactionPicker({
  chosen,
  onPick,
}: {
  chosen: string | null;
  onPick: (emoji: string) => void;
}) {
  const button = (emoji: string, index: number) => (
    <UnstyledButton
      key={emoji}
      className={classes.emoji}
      aria-label={emoji}
      aria-pressed={emoji === chosen}
      tabIndex={index === 0 ? 0 : -1}
      data-autofocus={index === 0 || undefined}
      data-emoji={emoji}
      onClick={() => onPick(emoji)}
    >
      {emoji}
    </UnstyledButton>
  );
  const [hasAll, setAll] = useState(false);
  if (hasAll) return <EmojiPicker onPick={onPick} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside have the focus.
    <div className={classes.picker} onKeyDown={handleKeyDown}>
      {/* A reaction that is not among the six can be taken back too. */}
      {(chosen === null || FIRST_EMOJIS.includes(chosen) ? FIRST_EMOJIS : [chosen, ...FIRST_EMOJIS]).map(
        button,
      )}
      <ActionIcon
        size={40}
        radius="xl"
        aria-label={t('message-actions:react.more')}
        tabIndex={-1}
        onClick={() => setAll(true)}
        data-emoji
        data-testid="reaction-more"
      >
        <IconPlus size={20} />
      </ActionIcon>
    </div>
  );
}

function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-emoji]')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
}
