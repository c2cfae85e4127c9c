import { Loader, TextInput, UnstyledButton } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { currentLanguage, t } from '../../../lib/i18n.ts';
import { addRecent, recentItems } from '../../../lib/recent.ts';
import { useInbox } from '../inbox-context.ts';
import './emoji-font.css';
import classes from './emoji-picker.module.css';
import { EMOJI_GROUPS, type Emoji, type EmojiGroup, loadEmoji, searchEmoji } from './emoji-search.ts';

/** Emoji in a row of the grid; the stylesheet has the same number. */
const COLUMNS = 8;
const FOUND_MAX = 80;
const RECENT_MAX = 32;
/** What is offered to a person who has not chosen any yet. */
const USUAL = ['👍', '❤️', '😂', '😊', '🙏', '🎉', '👋', '✅'];
const ICONS: Readonly<Record<EmojiGroup, string>> = {
  smileys: '😀',
  people: '👋',
  animals: '🐻',
  food: '🍔',
  travel: '✈️',
  activities: '⚽',
  objects: '💡',
  symbols: '❤️',
  flags: '🏁',
};

/**
 * All emoji, by group, with a search that has the focus. The arrow keys move among them; those chosen lately come
 * first.
 */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const me = useInbox().session.user.id;
  const [list, setList] = useState<readonly Emoji[] | 'failed' | null>(null);
  const [group, setGroup] = useState<EmojiGroup | 'recent'>('recent');
  const [search, setSearch] = useState('');
  const [recent] = useState(() => recentItems('emoji', me));
  const grid = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    input.current?.focus();
    let isShown = true;
    loadEmoji(currentLanguage()).then(
      (emoji) => isShown && setList(emoji),
      () => isShown && setList('failed'),
    );
    return () => {
      isShown = false;
    };
  }, []);

  function pick(emoji: string): void {
    addRecent('emoji', me, emoji, RECENT_MAX);
    onPick(emoji);
  }

  const all = Array.isArray(list) ? (list as readonly Emoji[]) : [];
  const shown =
    search.trim() !== ''
      ? searchEmoji(all, search, FOUND_MAX)
      : group === 'recent'
        ? [...new Set([...recent, ...USUAL])].flatMap((emoji) => all.find((one) => one.emoji === emoji) ?? [])
        : all.filter((emoji) => emoji.group === group);
  const title = search.trim() !== '' ? t('emoji:found') : t(`emoji:groups.${group}`);

  function handleSearchKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') grid.current?.querySelector('button')?.focus();
    else if (event.key === 'Enter' && search.trim() !== '' && shown[0]) pick(shown[0].emoji);
    else return;
    event.preventDefault();
  }

  return (
    <div className={classes.picker} data-testid="emoji-picker">
      <TextInput
        ref={input}
        size="sm"
        aria-label={t('emoji:search')}
        placeholder={t('emoji:search')}
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={handleSearchKey}
        data-autofocus
        data-testid="emoji-search"
      />
      <div className={classes.groups} role="toolbar" aria-label={t('emoji:groupsLabel')}>
        {(['recent', ...EMOJI_GROUPS] as const).map((name) => (
          <UnstyledButton
            key={name}
            className={classes.group}
            aria-label={t(`emoji:groups.${name}`)}
            title={t(`emoji:groups.${name}`)}
            aria-pressed={search.trim() === '' && group === name}
            onClick={() => {
              setSearch('');
              setGroup(name);
              grid.current?.scrollTo({ top: 0 });
            }}
          >
            {name === 'recent' ? <IconClock size={18} /> : ICONS[name]}
          </UnstyledButton>
        ))}
      </div>
      <h3 className={classes.title}>{title}</h3>
      <div ref={grid} className={classes.scroll}>
        {list === null && (
          <Loader size="sm" role="status" className={classes.state} aria-label={t('loading')} />
        )}
        {list === 'failed' && <p className={classes.state}>{t('emoji:failed')}</p>}
        {Array.isArray(list) && shown.length === 0 && (
          <p className={classes.state} role="status">
            {t('emoji:none', { search })}
          </p>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside have the focus. */}
        <div className={classes.grid} onKeyDown={(event) => moveFocus(event, input.current)}>
          {shown.map(({ emoji, name }, index) => (
            <UnstyledButton
              key={emoji}
              className={classes.emoji}
              aria-label={name}
              title={name}
              tabIndex={index === 0 ? 0 : -1}
              onClick={() => pick(emoji)}
              data-emoji={emoji}
            >
              {emoji}
            </UnstyledButton>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Moves the focus in the grid with the arrow keys; up from the first row, to the search. */
function moveFocus(event: KeyboardEvent<HTMLElement>, above: HTMLElement | null): void {
  const isEndFirst = getComputedStyle(event.currentTarget).direction === 'rtl';
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: isEndFirst ? 1 : -1,
    ArrowRight: isEndFirst ? -1 : 1,
    ArrowUp: -COLUMNS,
    ArrowDown: COLUMNS,
  };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const next = buttons.indexOf(document.activeElement as HTMLButtonElement) + step;
  if (next < 0) above?.focus();
  else buttons[Math.min(buttons.length - 1, next)]?.focus();
}
