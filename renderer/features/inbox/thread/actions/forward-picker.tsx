import { Loader, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  Conversation,
  ThreadMessage,
} from '../../../../../shared/contract/inbox/conversations.contract.ts';
import { isWindowOpen } from '../../../../../shared/domain/window.ts';
import { queries } from '../../../../lib/api/api.ts';
import { sentenceOf } from '../../../../lib/api/api-error.ts';
import { contactTitle } from '../../../../lib/format/contact-title.ts';
import { formatPhone } from '../../../../lib/format/format-phone.ts';
import { useMutation } from '../../../../lib/forms/use-mutation.ts';
import { t } from '../../../../lib/i18n.ts';
import { useShown } from '../../../../ui/hooks/use-shown.ts';
import { InitialsAvatar } from '../../../../ui/initials-avatar.tsx';
import { MutationError } from '../../../../ui/mutation-button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { SearchBox } from '../../../../ui/search-box.tsx';
import { useServerNow } from '../../composer/use-reply-window.ts';
import { useInbox } from '../../inbox-context.ts';
import { forwardTo } from './forward.ts';
import classes from './forward-picker.module.css';

const OFFERED = 20;

/** The choice of the conversation that gets a message. It opens with the content in its composer. */
export function ForwardPicker({ message, onDone }: { message: ThreadMessage; onDone: () => void }) {
  const { onOpen } = useInbox();
  const [search, setSearch] = useState('');
  const isShown = useShown();
  const found = useQuery(
    queries.conversations.list.queryOptions({
      input: { query: { view: 'all', limit: OFFERED, ...(search === '' ? {} : { search }) } },
    }),
  );
  const forwarding = useMutation(
    async (id: string) => {
      await forwardTo(id, message);
      return id;
    },
    {
      onSuccess: (id) => {
        // Who has closed the dialog meanwhile stays where they are; the content waits in the other composer.
        if (!isShown.current) return;
        onDone();
        onOpen(id);
      },
    },
  );
  const others = found.data?.data.filter(({ id }) => id !== message.conversationId) ?? [];
  return (
    <div className={classes.picker}>
      <SearchBox
        value={search}
        onChange={setSearch}
        placeholder={t('inbox:list.searchPlaceholder')}
        aria-label={t('message-actions:forward.search')}
        data-autofocus
      />
      <Text size="sm" c="dimmed" mt={8}>
        {t('message-actions:forward.hint')}
      </Text>
      {found.error && (
        <Notice tone="bad" onRetry={found.refetch}>
          {sentenceOf(found.error)}
        </Notice>
      )}
      <MutationError mutation={forwarding} />
      <div className={classes.list}>
        {found.isPending ? (
          <Loader size="sm" role="status" aria-label={t('inbox:list.loading')} />
        ) : !found.data ? null : others.length === 0 ? (
          <Text size="sm" c="dimmed">
            {search === '' ? t('message-actions:forward.none') : t('inbox:list.empty.search', { search })}
          </Text>
        ) : (
          others.map((conversation) => (
            <Target
              key={conversation.id}
              conversation={conversation}
              isBusy={forwarding.isPending}
              onPick={() => forwarding.mutate(conversation.id)}
            />
          ))
        )}
      </div>
    </div>
  );
}

function Target({
  conversation: { contact, windowExpiresAt },
  isBusy,
  onPick,
}: {
  conversation: Conversation;
  isBusy: boolean;
  onPick: () => void;
}) {
  const isOpen = isWindowOpen(windowExpiresAt, new Date(useServerNow()));
  return (
    <UnstyledButton
      className={classes.target}
      disabled={!isOpen || isBusy}
      onClick={onPick}
      data-testid="forward-target"
    >
      <InitialsAvatar name={contactTitle(contact)} seed={contact.id} size={32} />
      <span className={classes.name}>
        <bdi>{contactTitle(contact)}</bdi>
        <small>
          {isOpen
            ? contact.phone && <bdi dir="ltr">{formatPhone(contact.phone)}</bdi>
            : t('message-actions:forward.closed')}
        </small>
      </span>
    </UnstyledButton>
  );
}
