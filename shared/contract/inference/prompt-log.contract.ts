import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { TimeSchema } from '../../domain/text.ts';
import { CursorSchema, cursorPageOf, errors, limitQuery, route } from '../base.ts';

export const PROMPT_LOG_DAYS = { least: 1, most: 365, usual: 30 } as const;

/** What is kept of a text; the rest is cut off and the text says so. */
export const PROMPT_LOG_TEXT_MAX = 100_000;

const SettingsSchema = z.strictObject({
  keeps: z.boolean().describe('Whether prompts and answers are kept from now on'),
  days: z.int().min(PROMPT_LOG_DAYS.least).max(PROMPT_LOG_DAYS.most).describe('How long they are kept'),
});

const EntrySchema = z.strictObject({
  id: idSchema('promptLogEntry'),
  askedAt: TimeSchema,
  by: z
    .strictObject({ kind: z.enum(['key', 'user']), name: z.string() })
    .describe('The key, or the person at the playground'),
  model: z.string(),
  promptTokens: z.int().nullable(),
  completionTokens: z.int().nullable(),
  durationMs: z.int(),
  finishReason: z
    .string()
    .describe('As the answer said it; `aborted` when the caller left, `error` when it broke off on our side'),
});

const OpenedSchema = EntrySchema.extend({
  prompt: z.string().describe('The messages of the request, as JSON'),
  answer: z.string().describe('What the model wrote, as far as it came'),
});

/** What a workspace keeps of what is said to the model. Nothing, until its owner wants it. */
export const promptLogContract = {
  settings: route('keys:manage')
    .route({ method: 'GET', path: '/prompt-log-settings' })
    .input(z.object({}))
    .output(SettingsSchema.extend({ kept: z.int().describe('How many are kept now') })),
  change: route('prompts:manage')
    .route({ method: 'PUT', path: '/prompt-log-settings' })
    .input(z.object({ body: SettingsSchema }))
    .output(SettingsSchema),
  /** Newest first. */
  list: route('keys:manage')
    .route({ method: 'GET', path: '/prompt-log' })
    .input(z.object({ query: z.strictObject({ limit: limitQuery(25), cursor: CursorSchema.optional() }) }))
    .output(cursorPageOf(EntrySchema)),
  get: route('keys:manage')
    .route({ method: 'GET', path: '/prompt-log/{id}' })
    .errors(errors('prompt_log_entry_not_found'))
    .input(z.object({ params: z.object({ id: z.string().max(64) }) }))
    .output(OpenedSchema),
  /** All of them. */
  clear: route('prompts:manage')
    .route({ method: 'DELETE', path: '/prompt-log' })
    .input(z.object({}))
    .output(z.strictObject({ deleted: z.int() })),
};

export type PromptLogSettings = z.infer<typeof SettingsSchema>;
export type PromptLogEntry = z.infer<typeof EntrySchema>;
export type OpenedPrompt = z.infer<typeof OpenedSchema>;
