import { ActionIcon, Loader, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contact } from '../../../../shared/contract/contacts.contract.ts';
import type { Attachment } from '../../../../shared/contract/send-message.ts';
import { CARDS_MAX } from '../../../../shared/domain/message-limits.ts';
import { queries } from '../../../lib/api/api.ts';
import { sentenceOf } from '../../../lib/api/api-error.ts';
import { contactTitle } from '../../../lib/format/contact-title.ts';
import { formatPhone } from '../../../lib/format/format-phone.ts';
import { t } from '../../../lib/i18n.ts';
import { InitialsAvatar } from '../../../ui/initials-avatar.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { AttachmentSend } from './attachment-send.tsx';
import classes from './attachments.module.css';
import type { AttachmentFormProps } from './attachments.store.ts';

const OFFERED = 20;

type Cards = Extract<Attachment, { type: 'contacts' }>['contacts'];

/** The choice of contacts whose cards are sent. */
export function CardForm({ conversationId, unsent, onChange, onSend }: AttachmentFormProps) {
  const [cards, setCards] = useState<Cards>(() => (unsent as { contacts?: Cards } | null)?.contacts ?? []);
  const [search, setSearch] = useState('');
  const found = useQuery(
    queries.contacts.list.queryOptions({
      input: { query: { limit: OFFERED, ...(search === '' ? {} : { search }) } },
      placeholderData: keepPreviousData,
    }),
  );

  function choose(next: Cards): void {
    setCards(next);
    onChange({ contacts: next });
  }

  return (
    <Stack gap="sm">
      <SearchBox
        value={search}
        onChange={setSearch}
        placeholder={t('attachments:contacts.search')}
        aria-label={t('attachments:contacts.search')}
        data-autofocus
        data-testid="card-search"
      />
      {found.error && (
        <Notice tone="bad" onRetry={found.refetch}>
          {sentenceOf(found.error)}
        </Notice>
      )}
      <div className={classes.people}>
        {found.isPending ? (
          <Loader size="sm" role="status" aria-label={t('inbox:list.loading')} />
        ) : found.data?.data.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('attachments:contacts.none')}
          </Text>
        ) : (
          found.data?.data.map((contact) => {
            const card = cardOf(contact);
            const others = cards.filter((one) => !isSame(one, card));
            const isChosen = others.length < cards.length;
            return (
              <Person
                key={contact.id}
                contact={contact}
                isChosen={isChosen}
                isFull={cards.length >= CARDS_MAX}
                onPick={() => choose(isChosen ? others : [...cards, card])}
              />
            );
          })
        )}
      </div>
      {cards.length > 0 && (
        <ul className={classes.chosen} aria-label={t('attachments:contacts.chosen')}>
          {cards.map((card, index) => (
            <li key={JSON.stringify(card)}>
              <bdi>{card.name.formatted_name}</bdi>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={t('attachments:contacts.remove', { name: card.name.formatted_name })}
                onClick={() => choose(cards.filter((_, at) => at !== index))}
              >
                <IconX size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <AttachmentSend
        conversationId={conversationId}
        label={t('attachments:contacts.send', { count: Math.max(1, cards.length) })}
        canSend={cards.length > 0}
        onSend={(sendAt) => onSend({ type: 'contacts', contacts: cards }, sendAt)}
      />
    </Stack>
  );
}

function Person({
  contact,
  isChosen,
  isFull,
  onPick,
}: {
  contact: Contact;
  isChosen: boolean;
  isFull: boolean;
  onPick: () => void;
}) {
  const isEmpty = contact.phone === null && contact.email === null;
  return (
    <UnstyledButton
      className={classes.person}
      disabled={isEmpty || (isFull && !isChosen)}
      aria-pressed={isChosen}
      onClick={onPick}
      data-testid="card-option"
    >
      <InitialsAvatar name={contactTitle(contact)} seed={contact.id} size={32} />
      <span className={classes.name}>
        <bdi>{contactTitle(contact)}</bdi>
        <small>
          {isEmpty ? (
            t('attachments:contacts.empty')
          ) : (
            <bdi dir="ltr">{contact.phone === null ? contact.email : formatPhone(contact.phone)}</bdi>
          )}
        </small>
      </span>
      {isChosen && <IconCheck size={18} className={classes.check} aria-hidden />}
    </UnstyledButton>
  );
}

function isSame(left: Cards[number], right: Cards[number]): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Returns the card of a contact. With the number in digits, the customer can open a chat from it. */
function cardOf({ name, phone, email }: Contact): Cards[number] {
  return {
    name: { formatted_name: name || (phone === null ? (email ?? '') : formatPhone(phone)) },
    ...(phone === null ? {} : { phones: [{ phone: `+${phone}`, type: 'CELL', wa_id: phone }] }),
    ...(email === null ? {} : { emails: [{ email }] }),
  };
}
