import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Response } from 'express';
import { z } from 'zod';
import type { TokenUsage } from '../../protocol.ts';
import { jsonOf } from './upstream-error.ts';

export const UsageSchema = z
  .looseObject({
    prompt_tokens: z.number(),
    completion_tokens: z.number().default(0),
    prompt_tokens_details: z.looseObject({ cached_tokens: z.number().nullish() }).nullish(),
  })
  .transform(
    (usage): TokenUsage => ({
      promptTokens: usage.prompt_tokens,
      completionTokens: usage.completion_tokens,
      cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
    }),
  );
const ChunkSchema = z.looseObject({ choices: z.array(z.unknown()), usage: UsageSchema.nullish() });
const ChoiceSchema = z.looseObject({
  delta: z.looseObject({ content: z.string().nullish(), tool_calls: z.unknown().optional() }).nullish(),
  finish_reason: z.string().nullish(),
});

/** One event must fit; engines send a token or a few at a time. */
const LONGEST_EVENT = 4_000_000;
const END_OF_EVENT = /\r?\n\r?\n/;

export interface Relayed {
  /** What the engine says it has used; null when it broke off before it said so. */
  usage: TokenUsage | null;
  /** Pieces that were passed on: the tokens, as far as one can see from outside. */
  pieces: number;
  /** Whether it ended with the mark of a whole answer. */
  isWhole: boolean;
  /** Collects what was written; null when it is not kept. */
  kept: { answer: string; finishReason: string | null } | null;
}

/**
 * Passes an engine's events on as they come, unchanged, no faster than the reader takes them. The event with
 * the usage, which we have asked for, is kept back from a caller who has not.
 * @param relayed is filled in on the way, so that it is known what came also when this throws.
 * @throws when the engine breaks off, or sends no events.
 */
export async function relayEvents(
  body: Readable,
  res: Response,
  wantsUsage: boolean,
  relayed: Relayed,
  onPiece: () => void,
): Promise<void> {
  let rest = '';
  body.setEncoding('utf8');
  for await (const text of body as AsyncIterable<string>) {
    const events = (rest + text).split(END_OF_EVENT);
    rest = events.pop() ?? '';
    if (rest.length > LONGEST_EVENT) throw new Error('an event of the engine is too long');
    const passed = events.filter((event) => isForCaller(event, wantsUsage, relayed, onPiece));
    if (passed.length === 0) continue;
    if (!res.write(passed.map((event) => `${event}\n\n`).join('')) && !res.destroyed) await drained(res);
  }
}

/** Resolves when the reader has taken what was written, or has left. */
async function drained(res: Response): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  await Promise.race([once(res, 'drain', { signal }), once(res, 'close', { signal })]);
  over.abort();
}

function isForCaller(event: string, wantsUsage: boolean, relayed: Relayed, onPiece: () => void): boolean {
  const data = /^data: ?(.*)$/s.exec(event)?.[1];
  if (data === undefined) return true;
  if (data === '[DONE]') {
    relayed.isWhole = true;
    return true;
  }
  const chunk = ChunkSchema.safeParse(jsonOf(data)).data;
  if (!chunk) return true;
  if (chunk.usage) relayed.usage = chunk.usage;
  if (chunk.choices.length > 0) {
    relayed.pieces += 1;
    if (relayed.kept) keep(relayed.kept, chunk.choices[0]);
    onPiece();
    return true;
  }
  return wantsUsage || !chunk.usage;
}

function keep(kept: NonNullable<Relayed['kept']>, given: unknown): void {
  const choice = ChoiceSchema.safeParse(given).data;
  kept.answer += choice?.delta?.content ?? '';
  if (choice?.delta?.tool_calls) kept.answer += JSON.stringify(choice.delta.tool_calls);
  kept.finishReason = choice?.finish_reason ?? kept.finishReason;
}
