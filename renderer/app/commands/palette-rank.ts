/** What the palette ranks. */
export interface Ranked {
  id: string;
  /** What it is called, and other words that find it. */
  title: string;
  words?: string;
  /** How much it belongs to what is on the screen, from 0 to 10. */
  context?: number;
}

/** Returns text as it is compared: without case and accents. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * Returns how well a title matches what was typed; 0 when it does not. Each word must occur: best at the start of the
 * title, then at the start of a word, then inside one.
 */
export function matchScore(query: string, { title, words = '' }: Pick<Ranked, 'title' | 'words'>): number {
  const asked = foldText(query).split(/\s+/).filter(Boolean);
  const name = foldText(title);
  const text = `${name} ${foldText(words)}`;
  let score = 0;
  for (const word of asked) {
    const at = text.indexOf(word);
    if (at < 0) return 0;
    const isWordStart = new RegExp(`(?:^|[^\\p{L}\\p{N}])${escaped(word)}`, 'u').test(text);
    score += at === 0 ? 60 : isWordStart ? 40 : 10;
  }
  if (name === foldText(query).trim()) score += 100;
  return asked.length === 0 ? 1 : score / asked.length;
}

/**
 * Returns the items that match, best first: by the match, by what was used lately (`recent`, latest first) and by
 * what is on the screen. Items that are equal keep their order.
 */
export function rank<Item extends Ranked>(
  items: readonly Item[],
  query: string,
  recent: readonly string[],
): Item[] {
  const scored = items.map((item) => {
    const match = matchScore(query, item);
    const used = recent.indexOf(item.id);
    return { item, match, score: match + (used < 0 ? 0 : Math.max(2, 20 - used)) + (item.context ?? 0) };
  });
  return scored
    .filter(({ match }) => match > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ item }) => item);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
