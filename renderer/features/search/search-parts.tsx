import { Button, Text, Tooltip } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { FoundMessage } from '../../../shared/contract/search.contract.ts';
import {
  SEARCH_OPERATORS,
  SEARCHED_THING_NAMES,
  type SearchedState,
  type SearchProblem,
} from '../../../shared/domain/search-query.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { t } from '../../lib/i18n.ts';
import { clearRecent, recentItems } from '../../lib/recent.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { InitialsAvatar } from '../../ui/initials-avatar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './search.module.css';

/** The operators, which can be added to the search. */
export function Operators({
  states,
  onAdd,
}: {
  states: readonly SearchedState[];
  onAdd: (operator: string) => void;
}) {
  return (
    <fieldset className={classes.operators} aria-label={t('search:operatorsLabel')}>
      {SEARCH_OPERATORS.map((operator) => (
        <Tooltip
          key={operator}
          label={t(`search:operators.${operator}`, {
            things: SEARCHED_THING_NAMES.join(', '),
            states: states.join(', '),
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

/** What of the search could not be understood. */
export function Problems({
  states,
  problems,
}: {
  states: readonly SearchedState[];
  problems: readonly SearchProblem[];
}) {
  return (
    <div role="status">
      {problems.map(({ operator, value, kind }) => (
        <Text key={`${operator} ${value}`} size="sm" c="var(--sb-warn)" mt={6}>
          {kind === 'value' && (operator === 'has' || operator === 'is')
            ? t(`search:problems.${operator}`, {
                value,
                known: (operator === 'has' ? SEARCHED_THING_NAMES : states).join(', '),
              })
            : t(kind === 'day' ? 'search:problems.day' : 'search:problems.twice', { operator, value })}
        </Text>
      ))}
    </div>
  );
}

/** What the person has searched for lately, while nothing is typed. */
export function Recent({ owner, onSearch }: { owner: string; onSearch: (typed: string) => void }) {
  const [searches, setSearches] = useState(() => recentItems('searches', owner));
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
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            clearRecent('searches', owner);
            setSearches([]);
          }}
        >
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

/** A part of the results under its heading. */
export function Section({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
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

/** A message that was found: with whom, who wrote it, when, and the part of its text that matches. */
export function FoundMessageRow({
  message,
  isMine,
  onOpen,
}: {
  message: FoundMessage;
  isMine: boolean;
  onOpen: () => void;
}) {
  const { contact, direction, author, excerpt, type, createdAt } = message;
  const writer =
    direction === 'inbound'
      ? null
      : isMine
        ? t('search:messages.you')
        : (author?.name ?? t('search:messages.api'));
  return (
    <button type="button" className={classes.message} onClick={onOpen} data-testid="found-message">
      <InitialsAvatar name={contactTitle(contact)} seed={contact.id} size={32} />
      <span className={classes.body}>
        <span className={classes.line}>
          <span className={classes.name} dir="auto">
            {contactTitle(contact)}
          </span>
          <span className={classes.side}>
            <RelativeTime time={createdAt} />
          </span>
        </span>
        <span className={classes.excerpt} dir="auto">
          {writer !== null && (
            <span className={classes.writer}>{t('search:messages.writer', { writer })} </span>
          )}
          {excerpt.length === 0
            ? t(`inbox:kinds.labels.${type}`)
            : excerpt.map(({ text, isMatch }, index) =>
                isMatch ? (
                  // The parts of an excerpt never change their order.
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above.
                  <mark key={index} className={classes.mark}>
                    {text}
                  </mark>
                ) : (
                  text
                ),
              )}
        </span>
      </span>
    </button>
  );
}
