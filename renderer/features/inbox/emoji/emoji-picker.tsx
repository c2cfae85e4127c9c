import { Loader, TextInput, UnstyledButton } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { currentLanguage, t } from '../../../lib/i18n.ts';
import { localStore } from '../../../lib/offline/local-store.ts';
import { addRecent, recentItems } from '../../../lib/recent.ts';
import { useInbox } from '../inbox-context.ts';
import '../../../ui/emoji-font.css';
import classes from './emoji-picker.module.css';
import {
  EMOJI_GROUPS,
  type Emoji,
  type EmojiGroup,
  inTone,
  loadEmoji,
  SKIN_TONES,
  type SkinTone,
  searchEmoji,
} from './emoji-search.ts';

/** Emoji in a row of the grid; the stylesheet has the same number. */
const COLUMNS = 8;
const FOUND_MAX = 80;
const RECENT_MAX = 32;
/** What is offered to a person who has not chosen any yet. */
const USUAL = ['👍', '❤️', '😂', '😊', '🙏', '🎉', '👋', '✅'];
const TONE_KEY = 'emoji-tone.';
const HANDS: Readonly<Record<SkinTone, string>> = {
  0: '✋',
  1: '✋🏻',
  2: '✋🏼',
  3: '✋🏽',
  4: '✋🏾',
  5: '✋🏿',
};
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
  const [tone, setTone] = useState<SkinTone>(() => storedTone(me));
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

  function pick(emoji: Emoji): void {
    addRecent('emoji', me, emoji.emoji, RECENT_MAX);
    onPick(inTone(emoji, tone));
  }

  function chooseTone(next: SkinTone): void {
    localStore.write(TONE_KEY + me, String(next));
    setTone(next);
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
    else if (event.key === 'Enter' && search.trim() !== '' && shown[0]) pick(shown[0]);
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
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        <ToneChoice tone={tone} onChoose={chooseTone} />
      </div>
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
          {shown.map((emoji, index) => (
            <UnstyledButton
              key={emoji.emoji}
              className={classes.emoji}
              aria-label={emoji.name}
              title={emoji.name}
              tabIndex={index === 0 ? 0 : -1}
              onClick={() => pick(emoji)}
              data-emoji={emoji.emoji}
            >
              {inTone(emoji, tone)}
            </UnstyledButton>
          ))}
        </div>
      </div>
    </div>
  );
}

/** The skin tone of all emoji that have one: a hand that shows it, and six to choose from. */
function ToneChoice({ tone, onChoose }: { tone: SkinTone; onChoose(tone: SkinTone): void }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <UnstyledButton
        className={classes.tone}
        aria-label={t('emoji:tone', { tone: t(`emoji:tones.${tone}`) })}
        title={t('emoji:toneLabel')}
        aria-expanded={false}
        onClick={() => setOpen(true)}
        data-testid="emoji-tone"
      >
        {HANDS[tone]}
      </UnstyledButton>
    );
  return (
    <fieldset className={classes.tones} aria-label={t('emoji:toneLabel')}>
      {SKIN_TONES.map((one) => (
        <UnstyledButton
          key={one}
          className={classes.tone}
          aria-label={t(`emoji:tones.${one}`)}
          title={t(`emoji:tones.${one}`)}
          aria-pressed={one === tone}
          onClick={() => {
            onChoose(one);
            setOpen(false);
          }}
          data-testid={`emoji-tone-${one}`}
        >
          {HANDS[one]}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}

function storedTone(me: string): SkinTone {
  const stored = Number(localStore.read(TONE_KEY + me));
  return SKIN_TONES.find((tone) => tone === stored) ?? 0;
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
