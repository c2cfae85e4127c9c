/** The parts of a key press that matter here. */
export type SwitcherKey = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * Returns the index of the place that a key press selects: Ctrl (on macOS Cmd) with 1 to 9. Uses the key's
 * position, because some keyboards need Shift for digits.
 */
export function placeIndexOf(event: SwitcherKey, isMac: boolean): number | null {
  const isModified = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!isModified || event.altKey || event.shiftKey) return null;
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
  return digit === undefined ? null : Number(digit) - 1;
}

/** Returns the shortcut of a place as text; null for places after the ninth. */
export function switcherHint(index: number, isMac: boolean): string | null {
  if (index > 8) return null;
  return isMac ? `⌘${index + 1}` : `Ctrl ${index + 1}`;
}
