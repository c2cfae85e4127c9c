import { t } from '../../lib/i18n.ts';

/** The relevant part of a key press. */
export type ShortcutKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** What a key press means while a shortcut is recorded. */
export type Recorded =
  /** Only modifiers so far, as text. */
  | { kind: 'partial'; text: string }
  | { kind: 'shortcut'; accelerator: string }
  | { kind: 'refused'; message: string }
  | { kind: 'cancelled' }
  | { kind: 'cleared' }
  /** Not part of a shortcut: Tab leaves the field. */
  | { kind: 'ignored' };

const MODIFIER_KEYS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'OS']);

/** Electron's names of keys that have no character of their own. */
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

/** Reads a key press as a shortcut in Electron's notation, or as what it means to the recorder. */
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

/** A shortcut as the system writes it: `Ctrl + Shift + S`, on macOS `⌃⇧S`. */
export function writeShortcut(accelerator: string, isMac: boolean): string {
  return writeKeys(accelerator.split('+'), isMac);
}

const MAC_SIGNS: Readonly<Record<string, string>> = { Control: '⌃', Alt: '⌥', Shift: '⇧', Command: '⌘' };
const PLAIN_NAMES: Readonly<Record<string, string>> = { Control: 'Ctrl', Super: 'Super' };

function writeKeys(keys: readonly string[], isMac: boolean): string {
  if (isMac) return keys.map((key) => MAC_SIGNS[key] ?? key).join('');
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
  // The letter as the keyboard has it; the key's place where the letter is not a Latin one.
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  const [, letterOrDigit] = /^(?:Key|Digit)([A-Z0-9])$/.exec(code) ?? [];
  if (letterOrDigit !== undefined) return letterOrDigit;
  const [, padDigit] = /^Numpad(\d)$/.exec(code) ?? [];
  if (padDigit !== undefined) return `num${padDigit}`;
  if (/^F([1-9]|1\d|2[0-4])$/.test(code)) return code;
  return BY_CODE[code] ?? null;
}

/** A global shortcut is taken from every other program, so it must not be a key that people type there. */
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
