import { Loader, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { keysOf } from '../../lib/commands/custom-keys.store.ts';
import { chordOf } from '../../lib/commands/keys.ts';
import { t } from '../../lib/i18n.ts';
import { ownerOf } from '../../lib/offline/offline-cache.ts';
import { addRecent, recentItems } from '../../lib/recent.ts';
import { KeyCaps } from '../../ui/key-caps.tsx';
import { useSession } from '../use-session.ts';
import classes from './command-palette.module.css';
import { showPalette } from './palette.store.ts';
import { rank } from './palette-rank.ts';
import {
  type PaletteItem,
  useFullSearch,
  usePeople,
  usePlaces,
  useRecentConversations,
} from './use-palette-items.ts';

const RECENT_SHOWN = 5;
const RECENT_MAX = 30;

/** Every command and page, and conversations and contacts by name. The field keeps the focus; arrows choose. */
export function CommandPalette() {
  const owner = ownerOf(useSession());
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const [recent] = useState(() => recentItems('choices', owner));
  // What had the focus before: a command runs there, as if its keys had been pressed.
  const [before] = useState(() => document.activeElement);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const places = usePlaces();
  const recentPeople = useRecentConversations(recent);
  const [searched] = useDebouncedValue(query, 120);
  const people = usePeople(query.trim() === '' ? '' : searched);
  const fullSearch = useFullSearch(query);
  const isEmpty = query.trim() === '';
  const items = isEmpty
    ? withRecentFirst([...recentPeople, ...places], recent)
    : [...rank([...places, ...people.items], query, recent), ...fullSearch];
  const at = Math.min(chosen, items.length - 1);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  function choose(item: PaletteItem | undefined): void {
    if (!item) return;
    if (item.kind !== 'search') addRecent('choices', owner, item.id, RECENT_MAX);
    showPalette(null);
    // After the palette has left the page, so that it takes no focus from where the command puts it.
    setTimeout(() => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      item.run();
    });
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const last = items.length - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(last, at + 8),
      PageUp: Math.max(0, at - 8),
    };
    const next = moves[event.key];
    const isOwnKey = keysOf('app.palette').includes(chordOf(event.nativeEvent) ?? '');
    if (next === undefined && event.key !== 'Enter' && !isOwnKey) return;
    event.preventDefault();
    if (isOwnKey) showPalette(null);
    else if (next === undefined) choose(items[at]);
    else setChosen(next);
  }

  return (
    <Modal
      opened
      onClose={() => showPalette(null)}
      withCloseButton={false}
      centered={false}
      yOffset="min(12vh, 90px)"
      size={620}
      padding={0}
      transitionProps={{ duration: 0 }}
      aria-label={t('commands:palette.title')}
      data-testid="palette"
    >
      <TextInput
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={handleKey}
        variant="unstyled"
        size="md"
        classNames={{ root: classes.search, input: classes.input }}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        rightSection={
          people.isLoading ? (
            <Loader size={16} role="status" aria-label={t('commands:palette.searching')} />
          ) : null
        }
        placeholder={t('commands:palette.placeholder')}
        aria-label={t('commands:palette.placeholder')}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={items[at] ? `${listId}-${at}` : undefined}
        aria-autocomplete="list"
        data-autofocus
        data-testid="palette-search"
      />
      <div
        className={classes.list}
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('commands:palette.results')}
      >
        {items.map((item, index) => (
          <PaletteRow
            key={item.id}
            id={`${listId}-${index}`}
            item={item}
            isChosen={index === at}
            onPoint={() => setChosen(index)}
            onChoose={() => choose(item)}
          />
        ))}
      </div>
      {items.length === fullSearch.length && !people.isLoading && (
        <p className={classes.none}>{t('commands:palette.none', { query: query.trim() })}</p>
      )}
      {people.hasFailed && (
        <p className={classes.none} role="status">
          {t('commands:palette.peopleFailed')}
        </p>
      )}
      <p className={classes.foot} aria-hidden="true">
        <span>
          <KeyCaps keys="ArrowUp" /> <KeyCaps keys="ArrowDown" /> {t('commands:palette.move')}
        </span>
        <span>
          <KeyCaps keys="Enter" /> {t('commands:palette.choose')}
        </span>
        <span>
          <KeyCaps keys="Escape" /> {t('commands:palette.close')}
        </span>
      </p>
    </Modal>
  );
}

function PaletteRow({
  id,
  item,
  isChosen,
  onPoint,
  onChoose,
}: {
  id: string;
  item: PaletteItem;
  isChosen: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  const { icon: Icon, title, detail, kind, keys = [] } = item;
  return (
    // The field keeps the focus and handles the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: see above.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classes.row}
      onPointerMove={isChosen ? undefined : onPoint}
      onClick={onChoose}
      data-testid="palette-item"
    >
      <Icon size={17} stroke={1.7} aria-hidden="true" />
      <span className={classes.title} dir="auto">
        {title}
      </span>
      {detail !== undefined && <span className={classes.detail}>{detail}</span>}
      <span className={classes.kind}>{t(`commands:palette.kinds.${kind}`)}</span>
      {keys[0] !== undefined && <KeyCaps keys={keys[0]} />}
    </div>
  );
}

/** Returns the items with the latest choices first. The others keep their order, what is on the screen before the rest. */
function withRecentFirst(items: readonly PaletteItem[], recent: readonly string[]): PaletteItem[] {
  const latest = recent.slice(0, RECENT_SHOWN).flatMap((id) => items.find((item) => item.id === id) ?? []);
  const others = items.filter((item) => item.kind !== 'conversation' && !latest.includes(item));
  return [...latest, ...rank(others, '', [])];
}
