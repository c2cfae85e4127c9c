/** Returns text without case and accents. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Returns a name or a search term as it is stored and compared: case and accents folded. */
export function foldForSearch(text: string): string {
  return foldText(text).slice(0, 400);
}

/** Returns the LIKE pattern that finds `term` anywhere; its own wildcards stand for themselves. */
export function containsPattern(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Returns the LIKE pattern that finds `term` anywhere in a folded name. */
export function containsName(term: string): string {
  return containsPattern(foldForSearch(term));
}
