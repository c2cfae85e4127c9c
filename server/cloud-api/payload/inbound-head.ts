import { z } from 'zod';

const Digits = z.string().regex(/^\d{5,20}$/);

/** What every element of `messages[]` has, with further fields of a kind. */
export function inboundHead<Fields extends z.ZodRawShape>(fields: Fields) {
  return z
    .looseObject({
      id: z.string().min(1).max(255),
      from: Digits.optional(),
      from_user_id: z.string().min(1).max(160).optional(),
      timestamp: z.string().regex(/^\d{1,12}$/),
      type: z.string().min(1),
      ...fields,
    })
    .refine(
      (message) =>
        (message as { from?: unknown }).from ?? (message as { from_user_id?: unknown }).from_user_id,
      'names no sender',
    );
}

/**
 * The platform's clock has whole seconds, ours milliseconds. A message is put at the end of its second, or
 * now if that is earlier: otherwise a quick answer would stand above the message of ours that it answers.
 */
export function timeOf(timestamp: string, now: Date): Date {
  return new Date(Math.min(Number(timestamp) * 1_000 + 999, now.getTime()));
}
