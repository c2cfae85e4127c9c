import { z } from 'zod';
import type { TokenLogprob } from '../protocol.ts';
import type { UnderstoodRequest } from './chat-request.ts';
import { invalidValue, unsupported } from './openai-error.ts';
import { refuseBulk, refuseLongPrompt } from './prompt-limits.ts';
import { MAX_ANSWERS, parsed, repeated, SAMPLING_FIELDS, samplingOf, TokenLimit } from './sampling.ts';

const MAX_LOGPROBS = 5;

const TextRequestSchema = z.looseObject({
  ...SAMPLING_FIELDS,
  prompt: z.union([
    z.string(),
    z.array(z.string()).min(1).max(MAX_ANSWERS, `must be ${MAX_ANSWERS} or fewer`),
    z.array(z.unknown()),
  ]),
  max_tokens: TokenLimit,
  logprobs: z.int().min(0).max(MAX_LOGPROBS).nullish(),
  echo: z.boolean().nullish(),
  best_of: z.int().nullish(),
  suffix: z.string().nullish(),
});

/** A request to continue texts. */
export interface UnderstoodText extends UnderstoodRequest {
  includesUsage: boolean;
  /** What each answer begins with: its prompt if the caller wants it repeated. */
  beginnings: readonly string[];
}

/**
 * Parses the body of a text completion.
 * @param contextSize tokens available to a request, prompt and answer together.
 * @throws {OpenAiError} 400 with the field in `param`.
 */
export function readTextRequest(body: unknown, contextSize: number): UnderstoodText {
  refuseBulk(body, contextSize);
  const request = parsed(TextRequestSchema, body);
  const { best_of: best, suffix, n } = request;
  if (suffix) throw unsupported('suffix', 'Text before a suffix is not supported: leave suffix out.');
  if (best != null && best !== (n ?? 1)) throw unsupported('best_of', 'best_of is not supported: use n.');
  const prompts = [request.prompt].flat().map((prompt) => {
    if (typeof prompt === 'string') return prompt;
    throw unsupported('prompt', 'Tokens differ between models: send the prompt as text.');
  });
  // Nothing would be generated, and so nothing would end the request.
  if (prompts.length === 0)
    throw invalidValue('prompt', "'prompt' is an empty list. Send a text, or a list with at least one text.");
  if (prompts.includes(''))
    throw invalidValue('prompt', "'prompt' is empty. Send at least one character to continue.");
  if (prompts.length * (n ?? 1) > MAX_ANSWERS)
    throw unsupported('n', `A request can have ${MAX_ANSWERS} answers: send fewer prompts, or a smaller n.`);
  const messages = prompts.map((content) => ({ role: 'user' as const, content }));
  refuseLongPrompt(messages, { is: 'text' }, contextSize, 'prompt');
  const generations = prompts.flatMap((prompt) =>
    repeated(
      {
        messages: [],
        prompt,
        form: { is: 'text' as const },
        ...samplingOf(request, [request.max_tokens], contextSize),
        topLogprobs: request.logprobs ?? null,
      },
      n ?? 1,
    ),
  );
  return {
    model: request.model,
    isStream: request.stream === true,
    includesUsage: request.stream_options?.include_usage === true,
    cacheSalt: request.cache_salt || null,
    generations,
    beginnings: generations.map(({ prompt }) => (request.echo ? prompt : '')),
    check: null,
    logged: messages,
  };
}

/** Returns the probabilities of tokens as text completions write them. */
export function textLogprobs(tokens: readonly TokenLogprob[] | null, beginning: string) {
  if (tokens === null) return null;
  let offset = beginning.length;
  return {
    tokens: tokens.map(({ token }) => token),
    token_logprobs: tokens.map(({ logprob }) => logprob),
    top_logprobs: tokens.map(({ top }) => Object.fromEntries(top.map((one) => [one.token, one.logprob]))),
    text_offset: tokens.map(({ token }) => {
      offset += token.length;
      return offset - token.length;
    }),
  };
}
