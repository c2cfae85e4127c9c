/** A piece of a text, and whether the other text has it too. */
export interface Piece {
  text: string;
  isShared: boolean;
}

/** Texts with more words are not compared: the time and the memory grow with the product of their lengths. */
export const COMPARED_WORDS_MAX = 1_500;

/**
 * Returns both texts as pieces: those of their longest common sequence of words, and those of one text alone. Null when
 * a text is too long.
 */
export function diffWords(left: string, right: string): { left: Piece[]; right: Piece[] } | null {
  const [a, b] = [wordsOf(left), wordsOf(right)];
  if (a.length > COMPARED_WORDS_MAX || b.length > COMPARED_WORDS_MAX) return null;
  // `lengths[i * width + j]`: the longest common sequence of what follows `a[i]` and `b[j]`.
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        keyOf(a[i]) === keyOf(b[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const [shared, sharedOfRight] = [new Set<number>(), new Set<number>()];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (keyOf(a[i]) === keyOf(b[j])) {
      shared.add(i);
      sharedOfRight.add(j);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return { left: piecesOf(a, shared), right: piecesOf(b, sharedOfRight) };
}

/** Each word with the space behind it, so that the text can be put together again. */
function wordsOf(text: string): string[] {
  return text.match(/^\s+|\S+\s*/g) ?? [];
}

function keyOf(word: string | undefined): string | undefined {
  return word?.trim();
}

function piecesOf(words: readonly string[], shared: ReadonlySet<number>): Piece[] {
  const pieces: Piece[] = [];
  for (const [index, text] of words.entries()) {
    const isShared = shared.has(index);
    const last = pieces.at(-1);
    if (last?.isShared === isShared) last.text += text;
    else pieces.push({ text, isShared });
  }
  return pieces;
}
