import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { t } from '../../../lib/i18n.ts';

/** A piece of an answer, its progress, or its end. */
export type AnswerEvent =
  | { is: 'waiting'; position: number }
  | { is: 'reading'; read: number; of: number }
  | { is: 'started' }
  | { is: 'thought'; text: string }
  | { is: 'text'; text: string }
  | { is: 'usage'; promptTokens: number; cachedTokens: number; completionTokens: number }
  | { is: 'end'; reason: string }
  | { is: 'error'; message: string };

const ChunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            role: z.string().nullish(),
            content: z.string().nullish(),
            reasoning_content: z.string().nullish(),
          })
          .default({}),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: z
    .object({
      prompt_tokens: z.number(),
      completion_tokens: z.number(),
      prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
    })
    .nullish(),
  error: z.object({ message: z.string() }).optional(),
});

/**
 * Yields the events of a streamed answer in order. An answer without the end marker (`[DONE]`) is incomplete.
 * @throws when the connection breaks.
 */
export async function* readAnswer(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerEvent> {
  let isWhole = false;
  let parsed: AnswerEvent[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') isWhole = true;
      else parsed.push(...eventsOf(data));
    },
    onComment: (comment) => parsed.push(...progressOf(comment)),
  });
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    parser.feed(value);
    yield* parsed;
    parsed = [];
  }
  if (!isWhole) yield { is: 'error', message: t('inference:playground.broken') };
}

/** Yields the progress before the first word, which the endpoint sends in comments. */
function* progressOf(comment: string): Generator<AnswerEvent> {
  const [, position] = /^queue-position (\d+)$/.exec(comment) ?? [];
  if (position !== undefined) yield { is: 'waiting', position: Number(position) };
  const [, read, of] = /^prompt-read (\d+)\/(\d+)$/.exec(comment) ?? [];
  if (read !== undefined) yield { is: 'reading', read: Number(read), of: Number(of) };
}

function* eventsOf(data: string): Generator<AnswerEvent> {
  const { choices, usage, error } = ChunkSchema.parse(JSON.parse(data));
  if (error) yield { is: 'error', message: error.message };
  const [choice] = choices;
  if (choice?.delta.role) yield { is: 'started' };
  if (choice?.delta.reasoning_content) yield { is: 'thought', text: choice.delta.reasoning_content };
  if (choice?.delta.content) yield { is: 'text', text: choice.delta.content };
  if (choice?.finish_reason) yield { is: 'end', reason: choice.finish_reason };
  if (usage) {
    yield {
      is: 'usage',
      promptTokens: usage.prompt_tokens,
      cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
      completionTokens: usage.completion_tokens,
    };
  }
}
