import { Button, Skeleton, Text } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Conversation } from '../../../shared/contract/inbox/conversations.contract.ts';
import { parseSearch, SEARCH_MAX, type SearchQuery } from '../../../shared/domain/search-query.ts';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { formatCount } from '../../lib/format/format.ts';
import { formatPhone } from '../../lib/format/format-phone.ts';
import { t } from '../../lib/i18n.ts';
import { addRecent } from '../../lib/recent.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState, NextPageFailed } from '../../ui/error-state.tsx';
import { InitialsAvatar } from '../../ui/initials-avatar.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import classes from './search.module.css';
import {
  asksForConversations,
  foundContacts,
  foundConversations,
  foundMessages,
  isAnything,
  peopleTerm,
  useSearchedStates,
} from './search.queries.ts';
import { FoundMessageRow, Operators, Problems, Recent, Section } from './search-parts.tsx';

export interface SearchPageProps {
  /** Whose recent searches are shown. */
  owner: string;
  /** The signed-in person, whose own messages say so. */
  userId: string;
  /** The search, which is in the address. */
  typed: string;
  onSearch: (typed: string) => void;
  onOpenConversation: (conversationId: string, messageId: string | null) => void;
  onOpenContact: (contactId: string) => void;
}

/** One box for conversations, contacts and messages. */
export function SearchPage(props: SearchPageProps) {
  const { owner, typed, onSearch } = props;
  const box = useRef<HTMLInputElement>(null);
  const states = useSearchedStates();
  const query = parseSearch(typed, states);
  useEffect(() => {
    // On a phone, the keyboard would cover the page.
    if (window.matchMedia('(hover: hover)').matches) box.current?.focus();
  }, []);

  return (
    <PageFrame title={t('search:title')} lead={t('search:lead')}>
      <search className={classes.search}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const now = box.current?.value.trim() ?? '';
            remember(owner, now);
            onSearch(now);
          }}
        >
          <SearchBox
            ref={box}
            size="md"
            aria-label={t('search:box')}
            placeholder={t('search:placeholder')}
            maxLength={SEARCH_MAX}
            value={typed}
            onChange={onSearch}
            data-testid="search-box"
          />
        </form>
        <Operators
          states={states}
          onAdd={(operator) => {
            onSearch(`${typed} ${operator}:`.trim());
            box.current?.focus();
          }}
        />
        <Problems states={states} problems={query.problems} />
      </search>
      {isAnything(query) ? (
        <Results {...props} query={query} />
      ) : (
        <Recent owner={owner} onSearch={onSearch} />
      )}
    </PageFrame>
  );
}

const RECENT_MAX = 8;

/** Remembers a search that led somewhere. */
function remember(owner: string, typed: string): void {
  if (typed.trim() !== '') addRecent('searches', owner, typed.trim(), RECENT_MAX);
}

function Results(props: SearchPageProps & { query: SearchQuery }) {
  const { owner, query, typed, userId, onOpenConversation, onOpenContact } = props;
  const conversations = useQuery(foundConversations(query));
  const contacts = useQuery(foundContacts(query));
  const messages = useInfiniteQuery(foundMessages(query));
  const open = (conversationId: string, messageId: string | null) => {
    remember(owner, typed);
    onOpenConversation(conversationId, messageId);
  };
  const pages = messages.data?.pages ?? [];
  const found = pages.flatMap(({ data }) => data);
  const last = pages.at(-1);
  return (
    <>
      {asksForConversations(query) && (
        <Section title={t('search:conversations.title')}>
          <Rows
            state={conversations}
            failed={t('search:conversations.failed')}
            none={t('search:conversations.none')}
            render={(conversation: Conversation) => (
              <button
                type="button"
                className={classes.row}
                onClick={() => open(conversation.id, null)}
                data-testid="found-conversation"
              >
                <Person contact={conversation.contact} />
                <span className={classes.side}>
                  <RelativeTime time={conversation.lastActivityAt} />
                </span>
              </button>
            )}
          />
        </Section>
      )}
      {peopleTerm(query) !== null && (
        <Section title={t('search:contacts.title')}>
          <Rows
            state={contacts}
            failed={t('search:contacts.failed')}
            none={t('search:contacts.none')}
            render={(contact) => (
              <button
                type="button"
                className={classes.row}
                onClick={() => {
                  remember(owner, typed);
                  onOpenContact(contact.id);
                }}
                data-testid="found-contact"
              >
                <Person contact={contact} />
              </button>
            )}
          />
        </Section>
      )}
      <Section title={t('search:messages.title')}>
        {last?.indexing && (
          <Notice tone="quiet">
            {t('search:messages.indexing', {
              indexed: formatCount(last.indexing.indexed),
              total: formatCount(last.indexing.total),
            })}
          </Notice>
        )}
        {messages.isError && found.length === 0 ? (
          <ErrorState
            title={t('search:messages.failed')}
            message={sentenceOf(messages.error)}
            onRetry={() => void messages.refetch()}
          />
        ) : messages.isPending ? (
          <Loading rows={4} />
        ) : found.length === 0 && !messages.hasNextPage ? (
          <EmptyState icon={<IconSearchOff size={26} stroke={1.6} />} title={t('search:messages.none')}>
            {t('search:messages.noneHint')}
          </EmptyState>
        ) : (
          <ul className={classes.list}>
            {found.map((message) => (
              <li key={message.id}>
                <FoundMessageRow
                  message={message}
                  isMine={message.author?.id === userId}
                  onOpen={() => open(message.conversationId, message.id)}
                />
              </li>
            ))}
          </ul>
        )}
        <NextPageFailed query={messages} />
        {messages.hasNextPage && (
          <div className={classes.more} role="status">
            {last?.isPartial && <Text size="sm">{t('search:messages.partial')}</Text>}
            <Button
              variant="default"
              loading={messages.isFetchingNextPage}
              onClick={() => void messages.fetchNextPage()}
              data-testid="search-further"
            >
              {last?.isPartial ? t('search:messages.further') : t('search:messages.more')}
            </Button>
          </div>
        )}
      </Section>
    </>
  );
}

/** The rows of a section, or why there are none. */
function Rows<Item extends { id: string }>({
  state,
  failed,
  none,
  render,
}: {
  state: { data: readonly Item[] | undefined; isError: boolean; refetch: () => unknown };
  failed: string;
  none: string;
  render: (item: Item) => ReactNode;
}) {
  const { data, isError, refetch } = state;
  if (data === undefined && isError) {
    return (
      <p className={classes.none} role="status">
        {failed}{' '}
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          {t('actions.retry')}
        </Button>
      </p>
    );
  }
  if (data === undefined) return <Loading rows={2} />;
  if (data.length === 0) return <p className={classes.none}>{none}</p>;
  return (
    <ul className={classes.list}>
      {data.map((item) => (
        <li key={item.id}>{render(item)}</li>
      ))}
    </ul>
  );
}

function Person({ contact }: { contact: { id: string; name: string; phone: string | null } }) {
  return (
    <>
      <InitialsAvatar name={contactTitle(contact)} seed={contact.id} size={28} />
      <span className={classes.name} dir="auto">
        {contactTitle(contact)}
      </span>
      {contact.phone !== null && <bdi className={classes.phone}>{formatPhone(contact.phone)}</bdi>}
    </>
  );
}

function Loading({ rows }: { rows: number }) {
  return (
    <div className={classes.loading} aria-busy="true">
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
        <Skeleton key={key} height={18} />
      ))}
    </div>
  );
}
