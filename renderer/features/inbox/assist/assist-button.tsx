import { ActionIcon, Tooltip } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useKeys } from '../../../lib/commands/custom-keys.store.ts';
import { ariaKeys, withKeys } from '../../../lib/commands/keys.ts';
import { useCommands } from '../../../lib/commands/registry.ts';
import { t } from '../../../lib/i18n.ts';
import { readDraft } from '../composer/drafts.store.ts';
import { useModelMode } from './model-line.tsx';
import { openWriting } from './write/write.store.ts';
import { composerOf } from './write/write-panel.tsx';

/** The composer's button for what the assistant does with the reply. Loaded after the first screen. */
export function AssistButton({ conversationId }: { conversationId: string }) {
  const modes = [useModelMode('rewrite'), useModelMode('words'), useModelMode('translate')];
  const isOffered = modes.includes('on');
  const keys = useKeys('composer.assist');
  const open = () => {
    const field = composerOf(conversationId);
    const text = readDraft(conversationId);
    const { selectionStart = 0, selectionEnd = 0 } = field ?? {};
    openWriting({ conversationId, text, from: selectionStart, to: selectionEnd });
  };
  useCommands({ 'composer.assist': isOffered ? open : null });
  if (!isOffered) return null;
  const label = withKeys(t('assist-text:write.open'), keys);
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        aria-keyshortcuts={ariaKeys(keys)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={open}
        data-testid="assist-open"
      >
        <IconWand size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
