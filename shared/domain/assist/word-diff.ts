import { editDistance } from './edit-distance.ts';

/** A part of two texts: the same in both, or what stands in one in the place of what stands in the other. */
export type DiffPart = { is: 'same'; text: string } | { is: 'change'; before: string; after: string };

/** Longer texts are one change: comparing them would take longer than reading them. */
const WORDS_MAX = 1_200;
/** A correction that changes more of the words than this is no correction. */
export const REPHRASED_FROM = 0.3;

/** Returns what has changed between two texts, word by word. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [one, other] = [split(before), split(after)];
  if (one.length > WORDS_MAX || other.length > WORDS_MAX) return [{ is: 'change', before, after }];
  const common = commonOf(one, other);
  const parts: DiffPart[] = [];
  let [left, right] = [0, 0];
  const change = (toLeft: number, toRight: number) => {
    if (toLeft === left && toRight === right) return;
    parts.push({
      is: 'change',
      before: one.slice(left, toLeft).join(''),
      after: other.slice(right, toRight).join(''),
    });
  };
  for (const [at, place] of common) {
    change(at, place);
    const word = one[at] ?? '';
    const last = parts.at(-1);
    if (last?.is === 'same') last.text += word;
    else parts.push({ is: 'same', text: word });
    [left, right] = [at + 1, place + 1];
  }
  change(one.length, other.length);
  return joined(parts);
}

/** Whether a text is another one than before. */
export function hasChanges(before: string, after: string): boolean {
  return before !== after && diffWords(before, after).some(({ is }) => is === 'change');
}

/** Words this near to each other are spellings of one. */
const SAME_WORDS_TO = 0.4;

/** Returns which share of the words of a text was replaced by others: 0 none, 1 all. Other spellings are not counted. */
export function changedShare(parts: readonly DiffPart[]): number {
  const count = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const isSpelling = ({ before, after }: { before: string; after: string }) =>
    editDistance(before.toLowerCase(), after.toLowerCase()) <= SAME_WORDS_TO;
  const same = parts.reduce(
    (sum, part) => sum + (part.is === 'same' ? count(part.text) : isSpelling(part) ? count(part.after) : 0),
    0,
  );
  const changed = parts.reduce(
    (sum, part) =>
      sum + (part.is === 'change' && !isSpelling(part) ? Math.max(count(part.before), count(part.after)) : 0),
    0,
  );
  return same + changed === 0 ? 0 : changed / (same + changed);
}

/** Returns the text with some of the changes, which are numbered from 0. */
export function applyChanges(parts: readonly DiffPart[], isAccepted: (change: number) => boolean): string {
  let number = -1;
  return parts
    .map((part) => {
      if (part.is === 'same') return part.text;
      number += 1;
      return isAccepted(number) ? part.after : part.before;
    })
    .join('');
}

function split(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}'’]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu) ?? [];
}

/** Returns the places of the longest common row of words. */
function commonOf(one: readonly string[], other: readonly string[]): [number, number][] {
  const rows = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      const target = rows[row];
      if (target)
        target[column] =
          one[row] === other[column]
            ? at(row + 1, column + 1) + 1
            : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const places: [number, number][] = [];
  let [row, column] = [0, 0];
  while (row < one.length && column < other.length) {
    if (one[row] === other[column]) {
      places.push([row, column]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return places;
}

/** Joins changes with nothing but a space between them: they are read as one. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (const [index, part] of parts.entries()) {
    const last = result.at(-1);
    const next = parts[index + 1];
    if (part.is === 'same' && part.text.trim() === '' && last?.is === 'change' && next?.is === 'change') {
      last.before += part.text;
      last.after += part.text;
    } else if (part.is === 'change' && last?.is === 'change') {
      last.before += part.before;
      last.after += part.after;
    } else result.push({ ...part });
  }
  return result;
}
