import * as z from 'zod/mini';

/** A message that an unsent one quotes, as it is shown without its thread. */
export const QuoteSchema = z.object({ id: z.string(), author: z.string(), text: z.string() });

export type Quote = z.infer<typeof QuoteSchema>;

/** Parses a stored quote; null when there is none. */
export function parseQuote(text: string): Quote | null {
  try {
    return QuoteSchema.safeParse(JSON.parse(text || 'null')).data ?? null;
  } catch {
    return null;
  }
}
