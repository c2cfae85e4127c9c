import { Highlight, Loader, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { SavedReply } from '../../../../shared/contract/inbox/saved-replies.contract.ts';
import { fillVariables } from '../../../../shared/domain/saved-reply.ts';
import { api } from '../../../lib/api/api.ts';
import { t } from '../../../lib/i18n.ts';
import { NotLoadedState } from '../../../ui/error-state.tsx';
import { noteUsedReply } from '../composer/used-reply.ts';
import classes from './saved-replies.module.css';
import { matchingReplies, savedRepliesOptions } from './saved-replies.queries.ts';
import { useReplyValues } from './use-reply-values.ts';

/**
 * The saved replies, with a search that has the focus. `onChoose` gets the text with its variables filled in; a second
 * `/` gives itself, for a message that starts with one.
 */
export function SavedReplyPicker({
  conversationId,
  onChoose,
}: {
  conversationId: string;
  onChoose(text: string): void;
}) {
  const list = useQuery(savedRepliesOptions());
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const options = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const values = useReplyValues(conversationId);
  const found = matchingReplies(list.data?.data ?? [], search);
  const at = Math.min(active, found.length - 1);

  // The popover looks for the field to focus before this code is loaded.
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    options.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  function choose(reply: SavedReply | undefined): void {
    if (!reply) return;
    // The count is for the settings page; a lost one does not matter to the message.
    api.savedReplies.countUse({ params: { id: reply.id } }).catch(() => undefined);
    noteUsedReply(conversationId, reply.id);
    onChoose(fillVariables(reply.content, values).text);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive((at + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') choose(found[at]);
    else if (event.key === '/' && search === '') onChoose('/');
    else return;
    event.preventDefault();
  }

  return (
    <div data-testid="saved-replies">
      <div className={classes.search}>
        <TextInput
          ref={input}
          size="sm"
          data-autofocus
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-activedescendant={found.length > 0 ? `${listId}-${at}` : undefined}
          aria-label={t('inbox:savedReplies.search')}
          placeholder={t('inbox:savedReplies.search')}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={handleKeyDown}
          data-testid="saved-replies-search"
        />
      </div>
      {!list.data ? (
        <NotLoadedState
          title={t('inbox:savedReplies.loadError')}
          query={list}
          waiting={
            <div className={classes.state}>
              <Loader size="sm" />
            </div>
          }
        />
      ) : found.length === 0 ? (
        <div className={classes.state} role="status">
          {search === '' ? t('inbox:savedReplies.none') : t('inbox:savedReplies.noMatch', { search })}
        </div>
      ) : null}
      <div
        ref={options}
        className={classes.options}
        role="listbox"
        id={listId}
        aria-label={t('inbox:savedReplies.open')}
      >
        {found.map((reply, index) => (
          <Option
            key={reply.id}
            id={`${listId}-${index}`}
            reply={reply}
            search={search}
            filled={fillVariables(reply.content, values)}
            isActive={index === at}
            onHover={() => setActive(index)}
            onChoose={() => choose(reply)}
          />
        ))}
      </div>
    </div>
  );
}

function Option({
  id,
  reply,
  search,
  filled: { text, missing },
  isActive,
  onHover,
  onChoose,
}: {
  id: string;
  reply: SavedReply;
  search: string;
  filled: ReturnType<typeof fillVariables>;
  isActive: boolean;
  onHover(): void;
  onChoose(): void;
}) {
  const names = missing.map((variable) =>
    t(`inbox:savedReplies.variables.${variable.replace('.', '_') as 'contact_name'}`),
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search has the focus and handles the keys.
    <div
      id={id}
      className={classes.option}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseMove={onHover}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      data-testid="saved-reply-option"
    >
      <Highlight
        className={classes.name}
        component="div"
        highlight={search.split(/\s+/).filter(Boolean)}
        dir="auto"
      >
        {reply.name}
      </Highlight>
      <Text className={classes.text} size="sm" component="div" dir="auto">
        {text}
      </Text>
      {names.length > 0 && (
        <Text size="xs" c="var(--sb-warn)" component="div">
          {t('inbox:savedReplies.missing', { names: names.join(', ') })}
        </Text>
      )}
    </div>
  );
}
