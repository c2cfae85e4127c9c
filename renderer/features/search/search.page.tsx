import { Button, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { Conversation } from '../../../shared/contract/conversations.contract.ts';
import {
  parseSearch,
  SEARCH_MAX,
  SEARCH_OPERATORS,
  SEARCHED_STATES,
  SEARCHED_THING_NAMES,
  type SearchProblem,
  type SearchQuery,
} from '../../../shared/domain/search-query.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { formatCount } from '../../lib/format/format.ts';
import { formatPhone } from '../../lib/format/format-phone.ts';
import { t } from '../../lib/i18n.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InitialsAvatar } from '../../ui/initials-avatar.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { FoundMessageRow } from './found-message-row.tsx';
import {
  clearRecentSearches,
  openRecentSearches,
  rememberSearch,
  useRecentSearches,
} from './recent-searches.ts';
import classes from './search.module.css';
import {
  asksForConversations,
  foundContacts,
  foundConversations,
  foundMessages,
  isAnything,
  peopleTerm,
} from './search.queries.ts';

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
  const query = parseSearch(typed);
  useEffect(() => {
    openRecentSearches(owner);
    // On a phone, the keyboard would cover the page.
    if (window.matchMedia('(hover: hover)').matches) box.current?.focus();
  }, [owner]);

  return (
    <PageFrame title={t('search:title')} lead={t('search:lead')}>
      <search className={classes.search}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const now = box.current?.value.trim() ?? '';
            rememberSearch(now);
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
          onAdd={(operator) => {
            onSearch(`${typed} ${operator}:`.trim());
            box.current?.focus();
          }}
        />
        <Problems problems={query.problems} />
      </search>
      {isAnything(query) ? <Results {...props} query={query} /> : <Recent onSearch={onSearch} />}
    </PageFrame>
  );
}

/** The operators, which can be added to the search. */
function Operators({ onAdd }: { onAdd: (operator: string) => void }) {
  return (
    <fieldset className={classes.operators} aria-label={t('search:operatorsLabel')}>
      {SEARCH_OPERATORS.map((operator) => (
        <Tooltip
          key={operator}
          label={t(`search:operators.${operator}`, {
            things: SEARCHED_THING_NAMES.join(', '),
            states: SEARCHED_STATES.join(', '),
          })}
        >
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => onAdd(operator)}
            data-testid={`search-${operator}`}
          >
            {operator}:
          </Button>
        </Tooltip>
      ))}
    </fieldset>
  );
}

function Problems({ problems }: { problems: readonly SearchProblem[] }) {
  return (
    <div role="status">
      {problems.map(({ operator, value, kind }) => (
        <Text key={`${operator} ${value}`} size="sm" c="var(--sb-warn)" mt={6}>
          {kind === 'value' && (operator === 'has' || operator === 'is')
            ? t(`search:problems.${operator}`, {
                value,
                known: (operator === 'has' ? SEARCHED_THING_NAMES : SEARCHED_STATES).join(', '),
              })
            : t(kind === 'day' ? 'search:problems.day' : 'search:problems.twice', { operator, value })}
        </Text>
      ))}
    </div>
  );
}

function Recent({ onSearch }: { onSearch: (typed: string) => void }) {
  const searches = useRecentSearches((state) => state.searches);
  if (searches.length === 0) {
    return (
      <EmptyState icon={<IconSearch size={26} stroke={1.6} />} title={t('search:start.title')}>
        {t('search:start.text')}
      </EmptyState>
    );
  }
  return (
    <Section
      title={t('search:recent.title')}
      action={
        <Button variant="subtle" size="compact-sm" onClick={clearRecentSearches}>
          {t('search:recent.clear')}
        </Button>
      }
    >
      <ul className={classes.list}>
        {searches.map((search) => (
          <li key={search}>
            <button type="button" className={classes.row} onClick={() => onSearch(search)}>
              <IconSearch size={16} aria-hidden="true" />
              <span dir="auto">{search}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Results(props: SearchPageProps & { query: SearchQuery }) {
  const { query, typed, userId, onOpenConversation, onOpenContact } = props;
  const conversations = useQuery(foundConversations(query));
  const contacts = useQuery(foundContacts(query));
  const messages = useInfiniteQuery(foundMessages(query));
  const open = (conversationId: string, messageId: string | null) => {
    rememberSearch(typed);
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
                  rememberSearch(typed);
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
            message={messages.error.message}
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

function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <header className={classes.heading}>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
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
