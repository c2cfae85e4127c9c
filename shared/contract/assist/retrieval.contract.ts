import { z } from 'zod';
import { ASSIST_LANGUAGES, ASSIST_MODES } from '../../domain/assist/features.ts';
import { idSchema } from '../../domain/ids.ts';
import { lineText, TimeSchema } from '../../domain/text.ts';
import { errors, route } from '../base.ts';

const byId = z.object({ id: z.string().max(64) });

/** Suggested saved replies of a conversation, at most. */
const SUGGESTED_MAX = 3;
const FOUND_MAX = 10;

export const ReplySuggestionsSchema = z.strictObject({
  mode: z.enum(ASSIST_MODES),
  state: z
    .enum(['shown', 'gated', 'nothing', 'learning'])
    .describe(
      'gated: there are some, but none is sure enough; nothing: there is nothing to answer; learning: ask again soon',
    ),
  messageId: idSchema('message').nullable().describe('The last message that they answer'),
  language: z.enum(ASSIST_LANGUAGES),
  data: z
    .array(z.strictObject({ savedReplyId: idSchema('savedReply'), score: z.number() }))
    .max(SUGGESTED_MAX)
    .describe('The best first'),
});

export const LabelSuggestionsSchema = z.strictObject({
  mode: z.enum(ASSIST_MODES),
  state: z.enum(['ready', 'learning']),
  data: z
    .array(z.strictObject({ labelId: idSchema('label'), score: z.number() }))
    .max(SUGGESTED_MAX)
    .describe('The best first'),
});

export const SnippetSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('reply'),
    text: z.string(),
    savedReplyId: idSchema('savedReply'),
    name: z.string(),
  }),
  z.strictObject({
    kind: z.literal('answer'),
    text: z.string(),
    messageId: idSchema('message'),
    conversationId: idSchema('conversation'),
    contactName: z.string(),
    at: TimeSchema,
  }),
]);

export const retrievalContract = {
  /** Saved replies that fit what the customer has written since the last answer. */
  replies: route('messages:send')
    .route({ method: 'GET', path: '/conversations/{id}/suggested-replies' })
    .errors(errors('conversation_not_found'))
    .input(z.object({ params: byId }))
    .output(ReplySuggestionsSchema),
  /** Labels that conversations like this one have. */
  labels: route('messages:send')
    .route({ method: 'GET', path: '/conversations/{id}/suggested-labels' })
    .errors(errors('conversation_not_found'))
    .input(z.object({ params: byId }))
    .output(LabelSuggestionsSchema),
  /** Saved replies and past answers of people that answer a question. */
  ask: route('messages:read')
    .route({ method: 'GET', path: '/assist/answers' })
    .input(
      z.object({
        query: z.strictObject({
          question: lineText({ min: 2, max: 300 }),
          limit: z.coerce.number().int().min(1).max(FOUND_MAX).default(6),
        }),
      }),
    )
    .output(
      z.strictObject({
        state: z.enum(['ready', 'learning']),
        data: z.array(SnippetSchema).max(FOUND_MAX).describe('The best first'),
      }),
    ),
};

export type ReplySuggestions = z.infer<typeof ReplySuggestionsSchema>;
export type LabelSuggestions = z.infer<typeof LabelSuggestionsSchema>;
export type KnowledgeSnippet = z.infer<typeof SnippetSchema>;
