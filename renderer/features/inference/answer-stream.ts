import { z } from 'zod';

/** A piece of an answer, or how it ended. */
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
 * The events of a streamed answer, in their order. The mark of a whole answer (`[DONE]`) must be there:
 * without it the answer broke off.
 * @throws when the connection breaks.
 */
export async function* readAnswer(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerEvent> {
  let rest = '';
  let isWhole = false;
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const events = (rest + value).split(/\r?\n\r?\n/);
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: ?(.*)$/s.exec(event)?.[1];
      if (data === '[DONE]') isWhole = true;
      else if (data !== undefined) yield* eventsOf(data);
      yield* progressOf(event);
    }
  }
  if (!isWhole) yield { is: 'error', message: 'The answer broke off. Ask again.' };
}

/** How far it is, which the model's endpoint tells in comments. */
function* progressOf(comment: string): Generator<AnswerEvent> {
  const [, position] = /^: queue-position (\d+)$/.exec(comment) ?? [];
  if (position !== undefined) yield { is: 'waiting', position: Number(position) };
  const [, read, of] = /^: prompt-read (\d+)\/(\d+)$/.exec(comment) ?? [];
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
