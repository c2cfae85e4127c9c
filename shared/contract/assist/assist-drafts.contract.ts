import { z } from 'zod';
import { MODEL_FEATURES } from '../../domain/assist/qualification.ts';
import { idSchema } from '../../domain/ids.ts';
import { errors, route } from '../base.ts';

const byId = z.object({ id: z.string().max(64) });

/** A reply that the model has prepared. A person takes it, changes it and sends it. */
export const AssistDraftSchema = z.strictObject({
  answers: idSchema('message').describe('The message of the customer that it answers'),
  text: z.string().describe('With […] where a fact is missing'),
  sources: z.array(z.strictObject({ kind: z.string(), title: z.string() })),
  language: z.string(),
  model: z.string(),
});

/** Why there is no prepared reply: the model does not list the language of the customer, or it was not recognized. */
const WithheldDraftSchema = z.strictObject({
  answers: idSchema('message').describe('The message of the customer that got none'),
  language: z.string().nullable().describe('null: not recognized'),
});

export const assistDraftsContract = {
  /** Whether a model is there for the features that need one. */
  model: route('messages:read')
    .route({ method: 'GET', path: '/assist/model' })
    .input(z.object({}))
    .output(
      z.strictObject({
        state: z.enum(['ready', 'away']).describe('away: no model is loaded'),
        model: z.string().nullable(),
        notOffered: z
          .array(z.enum(MODEL_FEATURES))
          .describe('Features for which this model is not good enough on this server'),
      }),
    ),
  get: route('messages:read')
    .route({ method: 'GET', path: '/conversations/{id}/assist-draft' })
    .errors(errors('conversation_not_found'))
    .input(z.object({ params: byId }))
    .output(
      z.strictObject({ draft: AssistDraftSchema.nullable(), withheld: WithheldDraftSchema.optional() }),
    ),
  note: route('messages:send')
    .route({ method: 'POST', path: '/conversations/{id}/assist-draft/notes' })
    .errors(errors('conversation_not_found'))
    .input(
      z.object({
        params: byId,
        body: z.strictObject({
          answers: idSchema('message'),
          was: z.enum(['shown', 'taken', 'dismissed']),
        }),
      }),
    )
    .output(z.strictObject({ isNoted: z.boolean() })),
};

export type AssistDraft = z.infer<typeof AssistDraftSchema>;
export type WithheldDraft = z.infer<typeof WithheldDraftSchema>;
