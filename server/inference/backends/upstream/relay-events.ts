import type { Readable } from 'node:stream';
import type { Response } from 'express';
import { z } from 'zod';
import { PROMPT_LOG_TEXT_MAX } from '../../../../shared/contract/inference/prompt-log.contract.ts';
import { drained } from '../../../kernel/http/drained.ts';
import type { TokenUsage } from '../../protocol.ts';
import { jsonOf } from './upstream-error.ts';

/** Usage as chats and texts report it, or as the Responses API does. */
export const UsageSchema = z
  .looseObject({
    prompt_tokens: z.number().optional(),
    completion_tokens: z.number().default(0),
    prompt_tokens_details: z.looseObject({ cached_tokens: z.number().nullish() }).nullish(),
    input_tokens: z.number().optional(),
    output_tokens: z.number().default(0),
    input_tokens_details: z.looseObject({ cached_tokens: z.number().nullish() }).nullish(),
  })
  .refine((usage) => usage.prompt_tokens !== undefined || usage.input_tokens !== undefined)
  .transform((usage): TokenUsage => {
    const details = usage.prompt_tokens_details ?? usage.input_tokens_details;
    return {
      promptTokens: usage.prompt_tokens ?? usage.input_tokens ?? 0,
      completionTokens: usage.completion_tokens || usage.output_tokens,
      cachedTokens: details?.cached_tokens ?? 0,
    };
  });
const ChunkSchema = z.looseObject({ choices: z.array(z.unknown()), usage: UsageSchema.nullish() });
const ChoiceSchema = z.looseObject({
  delta: z.looseObject({ content: z.string().nullish(), tool_calls: z.unknown().optional() }).nullish(),
  text: z.string().nullish(),
  finish_reason: z.string().nullish(),
});
/** An event of the Responses API. */
const ResponseEventSchema = z.looseObject({
  type: z.string().startsWith('response.'),
  delta: z.string().nullish(),
  response: z.looseObject({ usage: UsageSchema.nullish() }).nullish(),
});
const ErrorEventSchema = z.looseObject({ error: z.looseObject({ code: z.string().nullish() }) });
/** The codes of errors that do not concern other engines. */
const ELSEWHERE = [
  'engine_unavailable',
  'model_changed',
  'model_not_loaded',
  'unavailable',
  'internal_error',
];
/** The last events of the Responses API, which has no `[DONE]`. */
const LAST_EVENTS = ['response.completed', 'response.incomplete', 'response.failed'];

/** Maximum length of an event. Engines send one or a few tokens at a time. */
const LONGEST_EVENT = 4_000_000;
const END_OF_EVENT = /\r?\n\r?\n/;

export interface Relayed {
  /** The usage reported by the engine; null if the stream broke off before. */
  usage: TokenUsage | null;
  /** Number of forwarded pieces, which is an estimate of the number of tokens. */
  pieces: number;
  /** Whether the caller has got a part of the answer, so that no other engine may answer. */
  hasBegun: boolean;
  /** Whether the stream ended with `[DONE]`, or with the last event of its API. */
  isWhole: boolean;
  /** Collects the answer for the prompt log; null if it is off. */
  kept: { answer: string; finishReason: string | null } | null;
}

export interface RelayHooks {
  /** Called before anything is written. */
  open(): void;
  /** Called once the caller gets a part of the answer. */
  onBegin(): void;
  onPiece(): void;
}

/** What an engine says before its first token is held back up to this size. */
const LONGEST_OPENING = 256_000;

/**
 * Forwards an engine's events unchanged as they arrive, no faster than the caller reads them. Those before the first
 * token are held back until it arrives: until then, another engine can answer. The event with the usage, which we
 * always request, is left out for callers that did not request it.
 * @param relayed is updated as events arrive, so it is correct even if this throws.
 * @throws if the connection to the engine breaks, or an event is too long.
 */
export async function relayEvents(
  body: Readable,
  res: Response,
  wantsUsage: boolean,
  relayed: Relayed,
  { open, onBegin, onPiece }: RelayHooks,
): Promise<void> {
  let rest = '';
  let opening = '';
  const send = async (text: string) => {
    if (text === '' || res.destroyed) return;
    open();
    if (!res.write(text) && !res.destroyed) await drained(res);
  };
  body.setEncoding('utf8');
  for await (const text of body as AsyncIterable<string>) {
    const events = (rest + text).split(END_OF_EVENT);
    rest = events.pop() ?? '';
    if (rest.length > LONGEST_EVENT) throw new Error('an event of the engine is too long');
    let comments = '';
    for (const event of events) {
      // Engines send them while they read a long prompt, to keep the connection alive.
      if (event.startsWith(':')) comments += `${event}\n\n`;
      else if (isForCaller(event, wantsUsage, relayed, onPiece)) opening += `${event}\n\n`;
    }
    if (opening.length > LONGEST_OPENING || relayed.isWhole) relayed.hasBegun = true;
    if (relayed.hasBegun) onBegin();
    await send(comments + (relayed.hasBegun ? opening : ''));
    if (relayed.hasBegun) opening = '';
  }
}

function isForCaller(event: string, wantsUsage: boolean, relayed: Relayed, onPiece: () => void): boolean {
  const data = /^data: ?(.*)$/ms.exec(event)?.[1];
  if (data === undefined) return true;
  if (data === '[DONE]') {
    relayed.isWhole = true;
    return true;
  }
  const value = jsonOf(data);
  const chunk = ChunkSchema.safeParse(value).data;
  if (!chunk) {
    noteResponse(value, relayed, onPiece);
    return true;
  }
  if (chunk.usage) relayed.usage = chunk.usage;
  if (chunk.choices.length > 0) {
    relayed.pieces += 1;
    if (relayed.kept) keep(relayed.kept, chunk.choices[0]);
    if (!isOpening(chunk.choices)) relayed.hasBegun = true;
    onPiece();
    return true;
  }
  return wantsUsage || !chunk.usage;
}

/** Returns whether the choices of a chunk say no more than that an answer follows. */
function isOpening(choices: readonly unknown[]): boolean {
  return choices.every((given) => {
    const choice = ChoiceSchema.safeParse(given).data;
    if (!choice || choice.finish_reason != null || choice.text) return false;
    const delta = Object.entries(choice.delta ?? {});
    return delta.every(([name, value]) => name === 'role' || value === '' || value == null);
  });
}

function noteResponse(value: unknown, relayed: Relayed, onPiece: () => void): void {
  const event = ResponseEventSchema.safeParse(value).data;
  if (!event) {
    const error = ErrorEventSchema.safeParse(value).data?.error;
    // Another engine would say the same.
    if (error && !ELSEWHERE.includes(error.code ?? '')) relayed.hasBegun = true;
    return;
  }
  if (event.response?.usage) relayed.usage = event.response.usage;
  if (LAST_EVENTS.includes(event.type)) {
    relayed.isWhole = true;
    if (relayed.kept) relayed.kept.finishReason = event.type.slice('response.'.length);
  }
  if (event.delta == null) return;
  relayed.pieces += 1;
  relayed.hasBegun = true;
  onPiece();
  const isText = event.type === 'response.output_text.delta' && relayed.kept !== null;
  if (isText && relayed.kept && relayed.kept.answer.length <= PROMPT_LOG_TEXT_MAX)
    relayed.kept.answer += event.delta;
}

function keep(kept: NonNullable<Relayed['kept']>, given: unknown): void {
  // More than is stored: the end is cut off there.
  if (kept.answer.length > PROMPT_LOG_TEXT_MAX) return;
  const choice = ChoiceSchema.safeParse(given).data;
  kept.answer += choice?.delta?.content ?? choice?.text ?? '';
  if (choice?.delta?.tool_calls) kept.answer += JSON.stringify(choice.delta.tool_calls);
  kept.finishReason = choice?.finish_reason ?? kept.finishReason;
}
