import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { TimeSchema } from '../../domain/text.ts';
import { CursorSchema, cursorPageOf, errors, limitQuery, route } from '../base.ts';

export const PROMPT_LOG_DAYS = { least: 1, most: 365, usual: 30 } as const;

/** The most characters of a text that are stored. Longer texts are cut off, with a note at the end. */
export const PROMPT_LOG_TEXT_MAX = 100_000;

const SettingsSchema = z.strictObject({
  keeps: z.boolean().describe('Whether prompts and answers are stored'),
  days: z.int().min(PROMPT_LOG_DAYS.least).max(PROMPT_LOG_DAYS.most).describe('How long they are stored'),
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
    .describe(
      'From the response; `aborted` if the caller disconnected, `error` if it ended early on our side',
    ),
});

const OpenedSchema = EntrySchema.extend({
  prompt: z.string().describe('The messages of the request, as JSON'),
  answer: z.string().describe('The output of the model, possibly incomplete'),
});

/** The stored prompts and answers of a workspace. Nothing is stored until an owner switches it on. */
export const promptLogContract = {
  settings: route('keys:manage')
    .route({ method: 'GET', path: '/prompt-log-settings' })
    .input(z.object({}))
    .output(SettingsSchema.extend({ kept: z.int().describe('The number of stored entries') })),
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
  /** Deletes all entries. */
  clear: route('prompts:manage', 'confirmed')
    .route({ method: 'DELETE', path: '/prompt-log' })
    .input(z.object({}))
    .output(z.strictObject({ deleted: z.int() })),
};

export type PromptLogSettings = z.infer<typeof SettingsSchema>;
export type PromptLogEntry = z.infer<typeof EntrySchema>;
export type OpenedPrompt = z.infer<typeof OpenedSchema>;
