import { z } from 'zod';
import { ASSIST_LANGUAGES, ASSIST_MODES } from '../../domain/assist/features.ts';
import { idSchema } from '../../domain/ids.ts';
import { errors, route } from '../base.ts';

const byId = z.object({ id: z.string().max(64) });

/** Suggested saved replies of a conversation, at most. */
const SUGGESTED_MAX = 3;

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
};

export type ReplySuggestions = z.infer<typeof ReplySuggestionsSchema>;
export type LabelSuggestions = z.infer<typeof LabelSuggestionsSchema>;
