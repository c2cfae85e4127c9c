import { isMac } from '../desktop/desktop.ts';

/** The parts of a key press that matter here. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether the keyboard is Apple's. A browser has no bridge to ask. */
export const isAppleKeyboard =
  isMac || /Mac|iPhone|iPad/.test(typeof navigator === 'undefined' ? '' : (navigator.platform ?? ''));

const MODIFIERS = ['mod', 'ctrl', 'meta', 'alt', 'shift'] as const;
type Modifier = (typeof MODIFIERS)[number];

/** Keys that move, press or scroll what has the focus, so the inbox handles them only where nothing else does. */
const FOCUS_KEYS = /^(?:Arrow(?:Up|Down|Left|Right)|Enter|Space|Home|End|PageUp|PageDown)$/;

/**
 * Returns the chord of a key press, as `mod+k` or `?`; null for a modifier alone. Letters are those of the keyboard
 * layout, or those of the key's position if the layout is not Latin or Alt changes the character.
 */
export function chordOf(event: KeyPress, isApple = isAppleKeyboard): string | null {
  const key = keyOf(event);
  if (key === null) return null;
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  // The character says it already: `?` is Shift and another key, and which one depends on the layout.
  const isCharacter = key.length === 1 && !/[a-z]/.test(key);
  const held: Record<Modifier, boolean> = {
    mod: isApple ? metaKey : ctrlKey,
    ctrl: isApple && ctrlKey,
    meta: !isApple && metaKey,
    alt: altKey,
    shift: shiftKey && !isCharacter,
  };
  return [...MODIFIERS.filter((name) => held[name]), key].join('+');
}

function keyOf({ key, code, altKey }: KeyPress): string | null {
  if (/^(?:Control|Shift|Alt|AltGraph|Meta|OS|CapsLock|Dead|Process|Unidentified)$/.test(key)) return null;
  const [, position = null] = /^(?:Key|Digit)([A-Z0-9])$/.exec(code) ?? [];
  if (key === ' ') return 'Space';
  if (key === '+') return 'Plus';
  if ([...key].length > 1) return key;
  const isLatin = /^[!-~]$/.test(key);
  return ((altKey || !isLatin) && position !== null ? position : key).toLowerCase();
}

/** Returns whether a chord needs no modifier except Shift, so that a person who types can press it by accident. */
export function isSingleKey(chord: string): boolean {
  return !/^(?:mod|ctrl|meta|alt)\+/.test(chord);
}

/** Returns whether a chord has a meaning wherever a button, a link or a scrolled area has the focus. */
export function isFocusKey(chord: string): boolean {
  return FOCUS_KEYS.test(chord);
}

const SYMBOLS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Plus: '+',
};
const APPLE: Readonly<Record<string, string>> = { mod: '⌘', ctrl: '⌃', meta: '⌘', alt: '⌥', shift: '⇧' };
const OTHERS: Readonly<Record<string, string>> = {
  mod: 'Ctrl',
  ctrl: 'Ctrl',
  meta: 'Win',
  alt: 'Alt',
  shift: 'Shift',
};

/** Returns a chord or sequence as the caps to draw: `mod+k` is `[['Ctrl', 'K']]`, `g i` is `[['G'], ['I']]`. */
export function capsOf(keys: string, isApple = isAppleKeyboard): string[][] {
  const names = isApple ? APPLE : OTHERS;
  return keys
    .split(' ')
    .map((chord) =>
      chord
        .split('+')
        .map((part) => names[part] ?? SYMBOLS[part] ?? (part.length === 1 ? part.toUpperCase() : part)),
    );
}

/** Returns a chord or sequence as text: `Ctrl+K`, on a Mac `⌘K`; a sequence has a space. */
export function writeKeys(keys: string, isApple = isAppleKeyboard): string {
  return capsOf(keys, isApple)
    .map((caps) => caps.join(isApple ? '' : '+'))
    .join(' ');
}

/** Returns the label of a button with the keys of its command: `Close (E)`. */
export function withKeys(label: string, [keys]: readonly string[]): string {
  return keys === undefined ? label : `${label} (${writeKeys(keys)})`;
}

const ARIA: Readonly<Record<string, string>> = { ctrl: 'Control', meta: 'Meta', alt: 'Alt', shift: 'Shift' };

/** Returns keys as the value of `aria-keyshortcuts`, which has no sequences. */
export function ariaKeys(keys: readonly string[], isApple = isAppleKeyboard): string | undefined {
  const chords = keys
    .filter((one) => !one.includes(' '))
    .map((chord) =>
      chord
        .split('+')
        .map((part) => (part === 'mod' ? (isApple ? 'Meta' : 'Control') : (ARIA[part] ?? capital(part))))
        .join('+'),
    );
  return chords.length === 0 ? undefined : chords.join(' ');
}

function capital(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}
