import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useKeys } from '../../../lib/commands/custom-keys.store.ts';
import { withKeys } from '../../../lib/commands/keys.ts';
import { useCommands } from '../../../lib/commands/registry.ts';
import { loadPageTexts, t } from '../../../lib/i18n.ts';

const Picker = lazy(async () => {
  const [picker] = await Promise.all([import('./emoji-picker.tsx'), loadPageTexts()]);
  return { default: picker.EmojiPicker };
});

/** All emoji. Their code and names are loaded when they are first shown (decision 0291). */
export function EmojiPicker(props: { onPick: (emoji: string) => void }) {
  return (
    <Suspense fallback={<div style={{ width: 320, height: 350 }} />}>
      <Picker {...props} />
    </Suspense>
  );
}

/** The composers' button for emoji. */
export function EmojiButton({ insert }: { insert: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  useCommands({ 'composer.emoji': () => setOpen(true) });
  const keys = useKeys('composer.emoji');
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-start" trapFocus shadow="md">
      <Popover.Target>
        <Tooltip label={withKeys(t('inbox:composer.emoji'), keys)} disabled={isOpen}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('inbox:composer.emoji')}
            onClick={() => setOpen(!isOpen)}
            data-testid="emoji-open"
          >
            <IconMoodSmile size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('inbox:composer.emoji')}>
        {isOpen && (
          <EmojiPicker
            onPick={(emoji) => {
              setOpen(false);
              insert(emoji);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
