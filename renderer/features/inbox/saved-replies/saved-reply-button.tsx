import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconMessage2Bolt } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { create } from 'zustand';
import { useKeys } from '../../../lib/commands/custom-keys.store.ts';
import { withKeys } from '../../../lib/commands/keys.ts';
import { useCommands } from '../../../lib/commands/registry.ts';
import { t } from '../../../lib/i18n.ts';

const SavedReplyPicker = lazy(async () => ({
  default: (await import('./saved-reply-picker.tsx')).SavedReplyPicker,
}));

/** The conversation whose composer shows the saved replies. */
const useOpenPicker = create<{ openIn: string | null }>(() => ({ openIn: null }));

/** Shows the saved replies in the composer of a conversation; null closes them. */
export function openSavedReplies(conversationId: string | null): void {
  useOpenPicker.setState({ openIn: conversationId });
}

/** The composer's button for saved replies, and the list that it opens. */
export function SavedReplyButton({
  conversationId,
  insert,
}: {
  conversationId: string;
  /** Puts text in the place of the selection, and the focus behind it. */
  insert(text: string): void;
}) {
  const isOpen = useOpenPicker(({ openIn }) => openIn === conversationId);
  useCommands({ 'composer.savedReply': () => openSavedReplies(conversationId) });
  const keys = useKeys('composer.savedReply');
  const finish = (text: string) => {
    openSavedReplies(null);
    insert(text);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => openSavedReplies(opened ? conversationId : null)}
      position="top-start"
      width={360}
      trapFocus
      shadow="md"
      withinPortal
    >
      <Popover.Target>
        <Tooltip label={withKeys(t('inbox:savedReplies.open'), keys)} disabled={isOpen}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('inbox:savedReplies.open')}
            onClick={() => openSavedReplies(isOpen ? null : conversationId)}
            data-testid="saved-replies-open"
          >
            <IconMessage2Bolt size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 24px)">
        {isOpen && (
          <Suspense fallback={null}>
            <SavedReplyPicker conversationId={conversationId} onChoose={finish} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
