/** The parts of a key press that decide. */
export type SwitcherKey = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * Which place a key press asks for, counted from 0: Ctrl (on macOS Cmd) with 1 to 9. By the place of the
 * key, because some keyboards have the digits on Shift.
 */
export function placeIndexOf(event: SwitcherKey, isMac: boolean): number | null {
  const isModified = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!isModified || event.altKey || event.shiftKey) return null;
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
  return digit === undefined ? null : Number(digit) - 1;
}

/** How the keys of a place are written; null for places beyond the ninth. */
export function switcherHint(index: number, isMac: boolean): string | null {
  if (index > 8) return null;
  return isMac ? `⌘${index + 1}` : `Ctrl ${index + 1}`;
}
