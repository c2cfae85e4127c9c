import type { Language } from '../../../../shared/domain/language.ts';

/** An emoji with the words that find it. */
export interface Emoji {
  emoji: string;
  name: string;
  group: EmojiGroup;
  words: readonly string[];
  /** The same in each skin tone, from light to dark; none for emoji without one. */
  tones: readonly string[];
}

/** A skin tone, from light to dark; 0 is the yellow one of Unicode. */
export type SkinTone = 0 | 1 | 2 | 3 | 4 | 5;
export const SKIN_TONES: readonly SkinTone[] = [0, 1, 2, 3, 4, 5];

/** Returns an emoji in a skin tone, if it has any. */
export function inTone({ emoji, tones }: Emoji, tone: SkinTone): string {
  return (tone === 0 ? undefined : tones[tone - 1]) ?? emoji;
}

const MODIFIERS = /[\u{1F3FB}-\u{1F3FF}]/gu;

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
    .flatMap(({ unicode, label, tags = [], group, skins = [] }) => {
      const name = GROUPS[group as keyof typeof GROUPS];
      // The list has a variation selector behind each emoji; phones send one only where it changes something.
      const emoji = unicode.replace(/(\p{Emoji_Presentation})\uFE0F/gu, '$1');
      // Two people can also have different tones; those are left out.
      const tones = skins.flatMap(({ unicode: toned }) =>
        new Set(toned.match(MODIFIERS)).size === 1 ? [toned] : [],
      );
      const words = wordsOf([label, ...tags].join(' '));
      return name ? [{ emoji, name: label, group: name, words, tones }] : [];
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
