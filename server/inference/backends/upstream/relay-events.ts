import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Response } from 'express';
import { z } from 'zod';
import { PROMPT_LOG_TEXT_MAX } from '../../../../shared/contract/inference/prompt-log.contract.ts';
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

/** Maximum length of an event. Engines send one or a few tokens at a time. */
const LONGEST_EVENT = 4_000_000;
const END_OF_EVENT = /\r?\n\r?\n/;

export interface Relayed {
  /** The usage reported by the engine; null if the stream broke off before. */
  usage: TokenUsage | null;
  /** Number of forwarded pieces, which is an estimate of the number of tokens. */
  pieces: number;
  /** Whether the stream ended with `[DONE]`. */
  isWhole: boolean;
  /** Collects the answer for the prompt log; null if it is off. */
  kept: { answer: string; finishReason: string | null } | null;
}

/**
 * Forwards an engine's events unchanged as they arrive, no faster than the caller reads them. The event with
 * the usage, which we always request, is left out for callers that did not request it.
 * @param relayed is updated as events arrive, so it is correct even if this throws.
 * @throws if the connection to the engine breaks, or an event is too long.
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

/** Resolves when the caller has read the buffered data or has disconnected. */
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
  // More than is stored: the end is cut off there.
  if (kept.answer.length > PROMPT_LOG_TEXT_MAX) return;
  const choice = ChoiceSchema.safeParse(given).data;
  kept.answer += choice?.delta?.content ?? '';
  if (choice?.delta?.tool_calls) kept.answer += JSON.stringify(choice.delta.tool_calls);
  kept.finishReason = choice?.finish_reason ?? kept.finishReason;
}
