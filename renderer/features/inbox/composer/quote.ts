import { isShape, isText, readStored } from '../../../lib/checks.ts';

/** A message that an unsent one quotes, as it is shown without its thread. */
export interface Quote {
  id: string;
  author: string;
  text: string;
}

export const isQuote = isShape<Quote>({ id: isText, author: isText, text: isText });

/** Parses a stored quote; null when there is none. */
export function parseQuote(text: string): Quote | null {
  return readStored(text, isQuote);
}
