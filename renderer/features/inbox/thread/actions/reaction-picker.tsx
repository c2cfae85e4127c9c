import { UnstyledButton } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { t } from '../../../../lib/i18n.ts';
import classes from './reaction-picker.module.css';

/** The reactions that are offered first. */
const FIRST_EMOJIS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;

/** More emoji, by group. Screen readers know their names. */
const EMOJI_GROUPS = {
  faces: '😀 😃 😄 😁 😅 🤣 😊 🙂 😉 😍 🥰 😘 😎 🤩 🤗 🤔 🫡 😐 🙄 😬 😴 🤒 🥳 🥹 😭 😤 😡 🤯 😱 😳 🤷 🙈',
  hands: '👍 👎 👌 ✌️ 🤞 🤝 👏 🙌 🙏 💪 👋 👉 👈 👆 👇 ✍️',
  hearts: '❤️ 🧡 💛 💚 💙 💜 🖤 💔 💯 ✨ 🔥 ⭐ 🎉 🎁 🎂 🏆',
  things: '✅ ❌ ⚠️ ❓ ❗ ⏰ 📅 📍 📞 📦 🚚 💰 💳 🧾 📷 🔧 🏠 🚗 ✈️ ☕ 🍕 🌞 🌧️ 🌱',
} as const satisfies Record<string, string>;

/** Emoji in a row of the grid; the stylesheet has the same number. */
const COLUMNS = 8;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
};

/** The choice of an emoji: six at once, and more below. The arrow keys move among them. */
export function ReactionPicker({
  chosen,
  onPick,
}: {
  chosen: string | null;
  onPick: (emoji: string) => void;
}) {
  const button = (emoji: string, isFirst: boolean) => (
    <UnstyledButton
      key={emoji}
      className={classes.emoji}
      aria-label={emoji}
      aria-pressed={emoji === chosen}
      tabIndex={isFirst ? 0 : -1}
      data-autofocus={isFirst || undefined}
      data-emoji={emoji}
      onClick={() => onPick(emoji)}
    >
      {emoji}
    </UnstyledButton>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside have the focus.
    <div className={classes.picker} onKeyDown={handleKeyDown}>
      <div className={classes.first}>{FIRST_EMOJIS.map((emoji, index) => button(emoji, index === 0))}</div>
      <div className={classes.more}>
        {Object.entries(EMOJI_GROUPS).map(([group, emojis]) => (
          <section
            key={group}
            aria-label={t(`message-actions:react.groups.${group as keyof typeof EMOJI_GROUPS}`)}
          >
            <h3 className={classes.title}>
              {t(`message-actions:react.groups.${group as keyof typeof EMOJI_GROUPS}`)}
            </h3>
            <div className={classes.grid}>{emojis.split(' ').map((emoji) => button(emoji, false))}</div>
          </section>
        ))}
      </div>
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
