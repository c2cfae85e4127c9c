import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { AskedGeneration } from '../protocol.ts';
import { firstIssue, invalidIn, OpenAiError } from './openai-error.ts';

const DEFAULTS = { maxTokens: 512, temperature: 0.7, topP: 0.95 };
/** OpenAI has 4. Tools that complete code send a dozen. */
const MAX_STOPS = 32;
/** The engine compares every token with them. */
const MAX_STOP_LENGTH = 1_000;
const Stop = z.string().max(MAX_STOP_LENGTH, `must have at most ${MAX_STOP_LENGTH} characters`);
/** Maximum number of answers to one request. Each counts as a call. */
export const MAX_ANSWERS = 4;

/** The most tokens of an answer. -1 and null mean as many as fit; 0 means that the prompt is only read. */
export const TokenLimit = z.int().min(-1, 'must be 0 or more, or -1 for as many tokens as fit').nullish();

/** The fields of every request for text. Unknown fields are ignored, because clients send many of them. */
export const SAMPLING_FIELDS = {
  model: z.string().min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  /** OpenAI takes 64 bits, more than a number of JavaScript has exactly. */
  seed: z.number().refine(Number.isInteger, 'must be a whole number').nullish(),
  stop: z.union([Stop, z.array(Stop).max(MAX_STOPS)]).nullish(),
  logit_bias: z.record(z.string().regex(/^\d+$/), z.number().min(-100).max(100)).nullish(),
  n: z.int().min(1).max(MAX_ANSWERS, `must be ${MAX_ANSWERS} or less`).nullish(),
  cache_salt: z.string().max(256).nullish(),
};
const Fields = z.looseObject(SAMPLING_FIELDS);
type Given = Pick<
  z.infer<typeof Fields>,
  'temperature' | 'top_p' | 'frequency_penalty' | 'presence_penalty' | 'seed' | 'stop' | 'logit_bias'
>;

/** What decides how tokens are chosen, and when they end. */
export type Sampling = Omit<AskedGeneration, 'messages' | 'form' | 'prompt' | 'topLogprobs' | 'expected'>;

/** Returns the sampling of a request; `limits` are the fields that limit the answer, the most specific first. */
export function samplingOf(
  given: Given,
  limits: readonly (number | null | undefined)[],
  contextSize: number,
): Sampling {
  return {
    maxTokens: maxTokensOf(limits, contextSize),
    temperature: given.temperature ?? DEFAULTS.temperature,
    topP: given.top_p ?? DEFAULTS.topP,
    seed: given.seed == null ? randomInt(2 ** 31) : Math.abs(given.seed) % 2 ** 31,
    frequencyPenalty: given.frequency_penalty ?? 0,
    presencePenalty: given.presence_penalty ?? 0,
    stop: [given.stop ?? []].flat().filter((text) => text !== ''),
    logitBias: given.logit_bias ?? {},
  };
}

/** Returns the limit of the answer. The engine lowers it to what is left of the context. */
function maxTokensOf(limits: readonly (number | null | undefined)[], contextSize: number): number {
  const given = limits.find((limit) => limit != null);
  if (given != null) return given === -1 ? contextSize : given;
  return limits.includes(null) ? contextSize : DEFAULTS.maxTokens;
}

/** Returns the same generation several times, each with a seed of its own. */
export function repeated<One extends { seed: number }>(one: One, times: number): One[] {
  return Array.from({ length: times }, (_, index) => ({ ...one, seed: (one.seed + index) % 2 ** 31 }));
}

/**
 * Parses a body.
 * @throws {OpenAiError} 400 that names the first invalid field.
 */
export function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = firstIssue(result.error);
  const param = (issue?.path ?? []).reduce<string>(
    (path, part) =>
      typeof part === 'number' ? `${path}[${part}]` : path ? `${path}.${String(part)}` : String(part),
    '',
  );
  if (param === '') throw new OpenAiError(400, 'invalid_value', 'The body must be a JSON object.');
  throw invalidIn(param, issue);
}
