/** Puts words in the place of a field's selection, and the focus behind them. */
export function insertText(
  field: HTMLTextAreaElement | null,
  text: string,
  words: string,
  save: (text: string) => void,
): void {
  const from = field?.selectionStart ?? text.length;
  save(text.slice(0, from) + words + text.slice(field?.selectionEnd ?? from));
  // The field has the new text after the next rendering.
  requestAnimationFrame(() => {
    field?.focus();
    field?.setSelectionRange(from + words.length, from + words.length);
  });
}
