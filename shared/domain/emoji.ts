import { z } from 'zod';

const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Whether a text is one emoji as people see it, however many code points it is made of. */
export function isOneEmoji(text: string): boolean {
  return PICTURE.test(text) && [...graphemes.segment(text)].length === 1;
}

/** One emoji; the platform takes nothing else as a reaction. */
export const EmojiSchema = z.string().max(64).refine(isOneEmoji, 'must be one emoji, such as 👍');
