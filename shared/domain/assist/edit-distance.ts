import type { AssistOutcome } from './features.ts';

/** Longer texts are compared by their beginning: a reply is short, and each comparison costs the product of two lengths. */
const COMPARED_MAX = 1_500;
const LIGHT = 0.2;
const MEDIUM = 0.4;

/** Returns how far two texts are apart: 0 the same, 1 nothing in common (Levenshtein, by the longer text). */
export function editDistance(one: string, other: string): number {
  const a = [...normalized(one)];
  const b = [...normalized(other)];
  if (a.length === 0 && b.length === 0) return 0;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, letter] of a.entries()) {
    const current = [row + 1];
    for (const [column, its] of b.entries()) {
      const replaced = (previous[column] ?? 0) + (letter === its ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return (previous[b.length] ?? 0) / Math.max(a.length, b.length);
}

/** Returns how much of a suggestion was changed before it was sent. */
export function changeOf(
  distance: number,
): Extract<AssistOutcome, 'unedited' | 'light' | 'medium' | 'heavy'> {
  if (distance === 0) return 'unedited';
  if (distance <= LIGHT) return 'light';
  return distance <= MEDIUM ? 'medium' : 'heavy';
}

/** Returns how much of a suggested text was changed in what a person sent: the measure of acceptance. */
export function changeBetweenTexts(suggested: string, sent: string): ReturnType<typeof changeOf> {
  return changeOf(editDistance(suggested, sent));
}

function normalized(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().slice(0, COMPARED_MAX);
}
