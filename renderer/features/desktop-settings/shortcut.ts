import { t } from '../../lib/i18n.ts';

/** The parts of a key press that matter here. */
export type ShortcutKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The meaning of a key press while a shortcut is being recorded. */
export type Recorded =
  /** Only modifiers so far, as text. */
  | { kind: 'partial'; text: string }
  | { kind: 'shortcut'; accelerator: string }
  | { kind: 'refused'; message: string }
  | { kind: 'cancelled' }
  | { kind: 'cleared' }
  /** Not part of a shortcut, such as Tab, which leaves the field. */
  | { kind: 'ignored' };

const MODIFIER_KEYS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'OS']);

/** Electron's names for keys that produce no character. */
const BY_CODE: Readonly<Record<string, string>> = {
  Space: 'Space',
  Enter: 'Enter',
  Tab: 'Tab',
  Insert: 'Insert',
  Delete: 'Delete',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Minus: '-',
  Equal: '=',
  Comma: ',',
  Period: '.',
  Slash: '/',
  Semicolon: ';',
  Quote: "'",
  Backquote: '`',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
};

/** Converts a key press to a shortcut in Electron's notation, or to another meaning for the recorder. */
export function readShortcut(event: ShortcutKey, isMac: boolean): Recorded {
  const modifiers = modifiersOf(event, isMac);
  if (MODIFIER_KEYS.has(event.key)) return { kind: 'partial', text: writeKeys(modifiers, isMac) };
  if (modifiers.length === 0 && event.key === 'Escape') return { kind: 'cancelled' };
  if (modifiers.length === 0 && (event.key === 'Backspace' || event.key === 'Delete')) {
    return { kind: 'cleared' };
  }
  if (event.key === 'Tab' && modifiers.every((name) => name === 'Shift')) return { kind: 'ignored' };
  const key = keyOf(event);
  if (key === null) return { kind: 'refused', message: t('desktop-settings:shortcut.unusable') };
  const problem = problemOf(modifiers, key, isMac);
  if (problem !== null) return { kind: 'refused', message: problem };
  return { kind: 'shortcut', accelerator: [...modifiers, key].join('+') };
}

/** Formats a shortcut like the operating system: `Ctrl + Shift + S`, on macOS `⌃⇧S`. */
export function writeShortcut(accelerator: string, isMac: boolean): string {
  return writeKeys(accelerator.split('+'), isMac);
}

const MAC_SYMBOLS: Readonly<Record<string, string>> = { Control: '⌃', Alt: '⌥', Shift: '⇧', Command: '⌘' };
const PLAIN_NAMES: Readonly<Record<string, string>> = { Control: 'Ctrl', Super: 'Super' };

function writeKeys(keys: readonly string[], isMac: boolean): string {
  if (isMac) return keys.map((key) => MAC_SYMBOLS[key] ?? key).join('');
  return keys.map((key) => PLAIN_NAMES[key] ?? key).join(' + ');
}

function modifiersOf(event: ShortcutKey, isMac: boolean): string[] {
  return [
    ...(event.ctrlKey ? ['Control'] : []),
    ...(event.altKey ? ['Alt'] : []),
    ...(event.shiftKey ? ['Shift'] : []),
    ...(event.metaKey ? [isMac ? 'Command' : 'Super'] : []),
  ];
}

function keyOf({ key, code }: ShortcutKey): string | null {
  // The letter of the keyboard layout, or the key's position if the layout is not Latin.
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  const [, letterOrDigit] = /^(?:Key|Digit)([A-Z0-9])$/.exec(code) ?? [];
  if (letterOrDigit !== undefined) return letterOrDigit;
  const [, padDigit] = /^Numpad(\d)$/.exec(code) ?? [];
  if (padDigit !== undefined) return `num${padDigit}`;
  if (/^F([1-9]|1\d|2[0-4])$/.test(code)) return code;
  return BY_CODE[code] ?? null;
}

/**
 * Returns why a shortcut is not allowed, or null. A global shortcut is taken from all other programs, so it
 * must not be a key that people type there.
 */
function problemOf(modifiers: readonly string[], key: string, isMac: boolean): string | null {
  const strong = modifiers.filter((name) => name !== 'Shift');
  if (strong.length === 0) {
    return t(isMac ? 'desktop-settings:shortcut.holdMac' : 'desktop-settings:shortcut.hold');
  }
  const [only] = modifiers;
  const isCommon = modifiers.length === 1 && only === (isMac ? 'Command' : 'Control') && !/^F\d/.test(key);
  if (!isCommon) return null;
  return t('desktop-settings:shortcut.common', {
    keys: writeKeys([...modifiers, key], isMac),
    modifier: writeKeys(['Shift'], isMac),
  });
}
