import { z } from 'zod';

/** What the playground begins with. */
export const PLAYGROUND_DEFAULTS = { temperature: 0.7, maxTokens: 512 };
/** What it may be told besides, and means nothing yet. */
export const PLAYGROUND_PLAIN: Pick<PlaygroundRequest, 'topP' | 'seed' | 'stop' | 'isJson'> = {
  topP: 1,
  seed: null,
  stop: [],
  isJson: false,
};

/**
 * What the playground asks of the model. It stands beside the contract because its answer is a stream: what
 * the model's endpoint sends, as it comes.
 */
export const PlaygroundRequestSchema = z.strictObject({
  keyId: z.string().max(64).nullable().describe('The key that the call counts for; null for none'),
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
    .describe('How much of the likelihood the next token is drawn from'),
  seed: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .nullable()
    .default(null)
    .describe('The same again; null for chance'),
  stop: z.array(z.string().min(1).max(200)).max(4).default([]).describe('Where the answer ends, before them'),
  isJson: z.boolean().default(false).describe('Answer with a JSON object'),
});

/** What differs from a plain call, as the endpoint names it: in the request and in the code that is shown. */
export function extrasOf(request: Pick<PlaygroundRequest, 'topP' | 'seed' | 'stop' | 'isJson'>) {
  const { topP, seed, stop, isJson } = request;
  return {
    top_p: topP,
    ...(seed === null ? {} : { seed }),
    ...(stop.length === 0 ? {} : { stop }),
    ...(isJson ? { response_format: { type: 'json_object' } } : {}),
  };
}

/** Where the page sends it, under `/api/dashboard`. */
export const PLAYGROUND_PATH = '/playground';

export type PlaygroundRequest = z.infer<typeof PlaygroundRequestSchema>;
