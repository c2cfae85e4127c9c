import { z } from 'zod';

/** What the playground begins with. */
export const PLAYGROUND_DEFAULTS = { temperature: 0.7, maxTokens: 512 };

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
});

/** Where the page sends it, under `/api/dashboard`. */
export const PLAYGROUND_PATH = '/playground';

export type PlaygroundRequest = z.infer<typeof PlaygroundRequestSchema>;
