import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { TimeSchema } from '../../domain/text.ts';
import { errors, route } from '../base.ts';

const AloneRepliesSchema = z.strictObject({
  state: z.enum(['ready', 'learning']).describe('learning: ask again soon'),
  data: z.array(
    z.strictObject({
      savedReplyId: idSchema('savedReply'),
      name: z.string(),
      cases: z.int().describe('Messages of the last 60 days that it would have answered alone'),
      right: z.int().describe('Those for which a person used it'),
      isOffered: z.boolean().describe('Whether it may be allowed'),
      isAllowed: z.boolean(),
    }),
  ),
});

const SentAloneSchema = z.strictObject({
  data: z.array(
    z.strictObject({
      messageId: idSchema('message'),
      conversationId: idSchema('conversation'),
      contactName: z.string(),
      savedReplyName: z.string().nullable().describe('Null: it was deleted since'),
      at: TimeSchema,
    }),
  ),
});

export const afterHoursContract = {
  /** How saved replies would have done alone outside business hours. */
  replies: route('settings:manage')
    .route({ method: 'GET', path: '/assist/after-hours/replies' })
    .input(z.object({}))
    .output(AloneRepliesSchema),
  /** Allows a saved reply to answer alone outside business hours, or no longer. */
  allow: route('security:manage')
    .route({ method: 'PUT', path: '/saved-replies/{id}/answers-alone' })
    .errors(errors('saved_reply_not_found'))
    .input(
      z.object({
        params: z.object({ id: z.string().max(64) }),
        body: z.strictObject({ isAllowed: z.boolean() }),
      }),
    )
    .output(z.strictObject({ isAllowed: z.boolean() })),
  /** The newest answers that were sent without a person. */
  answers: route('settings:manage')
    .route({ method: 'GET', path: '/assist/after-hours/answers' })
    .input(z.object({}))
    .output(SentAloneSchema),
};

export type AloneReplies = z.infer<typeof AloneRepliesSchema>;
export type SentAloneAnswers = z.infer<typeof SentAloneSchema>;
