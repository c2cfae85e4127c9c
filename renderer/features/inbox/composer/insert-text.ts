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

/** Puts a mark on both sides of a field's selection, such as `*` for bold, or takes it away there. */
export function toggleMark(
  field: HTMLTextAreaElement | null,
  text: string,
  mark: string,
  save: (text: string) => void,
): void {
  const selected = text.slice(field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length);
  // The marks of a phone stand right beside the words.
  const words = selected.trim();
  const from = (field?.selectionStart ?? text.length) + selected.indexOf(words);
  const to = from + words.length;
  const isMarked = text.slice(from - 1, from) === mark && text.slice(to, to + 1) === mark;
  const changed = isMarked
    ? text.slice(0, from - 1) + words + text.slice(to + 1)
    : text.slice(0, from) + mark + words + mark + text.slice(to);
  const start = isMarked ? from - 1 : from + 1;
  save(changed);
  requestAnimationFrame(() => {
    field?.focus();
    field?.setSelectionRange(start, start + words.length);
  });
}
