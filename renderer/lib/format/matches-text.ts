/** Returns whether a text contains what was typed, whatever the case and the accents of its letters. */
export function matchesText(text: string, typed: string): boolean {
  return fold(text).includes(fold(typed));
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}
