import { z } from 'zod';

/** The playground's initial settings. */
export const PLAYGROUND_DEFAULTS = { temperature: 0.7, maxTokens: 512 };
/** The initial advanced settings, which have no effect. */
export const PLAYGROUND_PLAIN: Pick<PlaygroundRequest, 'topP' | 'seed' | 'stop' | 'isJson'> = {
  topP: 1,
  seed: null,
  stop: [],
  isJson: false,
};

/**
 * A request from the playground to the model. It is not part of the contract because its response is a
 * stream: the output of the model's endpoint, passed on as it arrives.
 */
export const PlaygroundRequestSchema = z.strictObject({
  keyId: z.string().max(64).nullable().describe('The key that the call counts for; null for none'),
  model: z
    .string()
    .max(200)
    .nullable()
    .default(null)
    .describe('One of the models that the online workers serve; null for any'),
  messages: z
    .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
    .min(1, 'must have at least one message')
    .max(200),
  temperature: z.number().min(0).max(2),
  maxTokens: z.int().min(1).max(131_072),
  topP: z
    .number()
    .gt(0)
    .max(1)
    .default(1)
    .describe('The probability mass from which the next token is sampled'),
  seed: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .nullable()
    .default(null)
    .describe('For repeatable answers; null for random ones'),
  stop: z
    .array(z.string().min(1).max(200))
    .max(4)
    .default([])
    .describe('The answer ends before any of these'),
  isJson: z.boolean().default(false).describe('Answer with a JSON object'),
});

/**
 * Returns the advanced settings under the endpoint's names, for the request and for the code that is shown.
 */
export function extrasOf(request: Pick<PlaygroundRequest, 'topP' | 'seed' | 'stop' | 'isJson'>) {
  const { topP, seed, stop, isJson } = request;
  return {
    top_p: topP,
    ...(seed === null ? {} : { seed }),
    ...(stop.length === 0 ? {} : { stop }),
    ...(isJson ? { response_format: { type: 'json_object' } } : {}),
  };
}

/** The path of playground requests, under `/api/dashboard`. */
export const PLAYGROUND_PATH = '/playground';

export type PlaygroundRequest = z.infer<typeof PlaygroundRequestSchema>;
