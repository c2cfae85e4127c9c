import type { Language } from '../../../../shared/domain/language.ts';

/** An emoji with the words that find it. */
export interface Emoji {
  emoji: string;
  name: string;
  group: EmojiGroup;
  words: readonly string[];
}

/** The groups of Unicode, by their number; 2 holds skin tones, which are no emoji of their own. */
const GROUPS = {
  0: 'smileys',
  1: 'people',
  3: 'animals',
  4: 'food',
  5: 'travel',
  6: 'activities',
  7: 'objects',
  8: 'symbols',
  9: 'flags',
} as const;
export type EmojiGroup = (typeof GROUPS)[keyof typeof GROUPS];
export const EMOJI_GROUPS: readonly EmojiGroup[] = Object.values(GROUPS);

const loaded = new Map<Language, Promise<readonly Emoji[]>>();

/** Returns all emoji with their names in a language, in the order of Unicode. Loads them once. */
export function loadEmoji(language: Language): Promise<readonly Emoji[]> {
  const known = loaded.get(language);
  if (known) return known;
  const loading = readEmoji(language);
  loaded.set(language, loading);
  // The next call tries again.
  loading.catch(() => loaded.delete(language));
  return loading;
}

async function readEmoji(language: Language): Promise<readonly Emoji[]> {
  const { default: list } =
    language === 'pt-BR'
      ? await import('emojibase-data/pt/compact.json', { with: { type: 'json' } })
      : await import('emojibase-data/en/compact.json', { with: { type: 'json' } });
  return list
    .toSorted((left, right) => (left.order ?? 0) - (right.order ?? 0))
    .flatMap(({ unicode, label, tags = [], group }) => {
      const name = GROUPS[group as keyof typeof GROUPS];
      // The list has a variation selector behind each emoji; phones send one only where it changes something.
      const emoji = unicode.replace(/(\p{Emoji_Presentation})\uFE0F/gu, '$1');
      return name ? [{ emoji, name: label, group: name, words: wordsOf([label, ...tags].join(' ')) }] : [];
    });
}

/** Returns at most `most` emoji that have, for each word of the query, one that begins with it. Names come first. */
export function searchEmoji(list: readonly Emoji[], query: string, most: number): Emoji[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [];
  const found = list.filter(({ words }) =>
    wanted.every((start) => words.some((word) => word.startsWith(start))),
  );
  const isNamed = ({ name }: Emoji) => wordsOf(name)[0]?.startsWith(wanted[0] ?? '') ?? false;
  return [...found.filter(isNamed), ...found.filter((emoji) => !isNamed(emoji))].slice(0, most);
}

/** Returns the words of a text without accents and case, so that `coracao` finds `coração`. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
