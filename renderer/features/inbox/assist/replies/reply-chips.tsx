import { CloseButton, HoverCard, Kbd, Text, UnstyledButton } from '@mantine/core';
import { IconMessage2Bolt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedReply } from '../../../../../shared/contract/inbox/saved-replies.contract.ts';
import { fillVariables } from '../../../../../shared/domain/saved-reply.ts';
import { useKeys } from '../../../../lib/commands/custom-keys.store.ts';
import { ariaKeys, withKeys } from '../../../../lib/commands/keys.ts';
import { useCommands } from '../../../../lib/commands/registry.ts';
import { t } from '../../../../lib/i18n.ts';
import { useComposerMode } from '../../composer/composer-mode.tsx';
import { useDrafts } from '../../composer/drafts.store.ts';
import { useTemplateArea } from '../../composer/template-area.store.ts';
import { useReplyWindow } from '../../composer/use-reply-window.ts';
import { savedRepliesOptions } from '../../saved-replies/saved-replies.queries.ts';
import { useReplyValues } from '../../saved-replies/use-reply-values.ts';
import classes from './reply-chips.module.css';
import { useInsertReply } from './use-insert-reply.ts';
import { noteDismissed, useReplyCounts, useSuggestedReplies } from './use-suggested-replies.ts';

const PLACES = [1, 2, 3] as const;

/** Up to three saved replies that fit what the customer wrote. A click puts one into the text; a person sends it. */
export function ReplyChips({ conversationId }: { conversationId: string }) {
  const suggestions = useSuggestedReplies(conversationId);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const isReply = useComposerMode(conversationId) === 'reply';
  const { isOpen } = useReplyWindow(conversationId);
  const isPicking = useTemplateArea(({ openIn }) => openIn === conversationId);
  const hasAny = suggestions !== null && suggestions.data.length > 0;
  const known = useQuery({ ...savedRepliesOptions(), enabled: hasAny }).data?.data;
  const values = useReplyValues(conversationId);
  // Once something is written, they would only be in the way; they are back when it is deleted.
  const isEmpty = useDrafts((state) => (state.byConversation[conversationId] ?? '') === '');
  const isFitting =
    hasAny && known && isReply && isOpen && !isPicking && isEmpty && dismissed !== suggestions.messageId;
  const fitting = isFitting
    ? suggestions.data.flatMap(({ savedReplyId }) => known.find(({ id }) => id === savedReplyId) ?? [])
    : [];
  useReplyCounts(conversationId, suggestions, {
    isPossible: isOpen,
    offered: fitting.map(({ id }) => id),
  });
  // In test mode they are only counted.
  const replies = suggestions?.mode === 'on' ? fitting : [];

  const insert = useInsertReply(conversationId);
  const [first, second, third] = replies;
  useCommands({
    'composer.suggestion1': first ? () => insert(first) : null,
    'composer.suggestion2': second ? () => insert(second) : null,
    'composer.suggestion3': third ? () => insert(third) : null,
  });
  return (
    <div className={classes.place} data-open={replies.length > 0 || undefined}>
      {replies.length > 0 && suggestions && (
        <section
          className={classes.strip}
          aria-label={t('inbox:suggestions.title')}
          data-testid="reply-chips"
        >
          <IconMessage2Bolt className={classes.icon} size={16} aria-hidden="true" />
          <div className={classes.chips}>
            {replies.map((reply, index) => (
              <Chip
                key={reply.id}
                reply={reply}
                place={PLACES[index] ?? 3}
                text={fillVariables(reply.content, values).text}
                onChoose={() => insert(reply)}
              />
            ))}
          </div>
          <CloseButton
            size="sm"
            aria-label={t('inbox:suggestions.dismiss')}
            onClick={() => {
              setDismissed(suggestions.messageId);
              noteDismissed(conversationId, suggestions);
            }}
            data-testid="reply-chips-dismiss"
          />
        </section>
      )}
    </div>
  );
}

function Chip({
  reply,
  place,
  text,
  onChoose,
}: {
  reply: SavedReply;
  place: (typeof PLACES)[number];
  text: string;
  onChoose: () => void;
}) {
  const keys = useKeys(`composer.suggestion${place}`);
  return (
    <HoverCard position="top-start" width={360} shadow="md" openDelay={250} withinPortal>
      <HoverCard.Target>
        <UnstyledButton
          className={classes.chip}
          aria-label={withKeys(reply.name, keys)}
          aria-keyshortcuts={ariaKeys(keys)}
          onClick={onChoose}
          data-testid="reply-chip"
        >
          <span className={classes.name} dir="auto">
            {reply.name}
          </span>
          <span className={classes.text} dir="auto">
            {text}
          </span>
          <Kbd size="xs" className={classes.key} aria-hidden="true">
            {place}
          </Kbd>
        </UnstyledButton>
      </HoverCard.Target>
      <HoverCard.Dropdown className={classes.whole}>
        <Text size="sm" dir="auto">
          {text}
        </Text>
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
