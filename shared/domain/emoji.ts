import { z } from 'zod';

const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Whether a text is a single visible emoji, regardless of its number of code points. */
export function isOneEmoji(text: string): boolean {
  return PICTOGRAPH.test(text) && [...graphemes.segment(text)].length === 1;
}

/** One emoji. The platform accepts nothing else as a reaction. */
export const EmojiSchema = z.string().max(64).refine(isOneEmoji, 'must be one emoji, such as 👍');
