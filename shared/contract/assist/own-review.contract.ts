import { z } from 'zod';
import { ModelStateSchema } from '../../domain/assist/model-state.ts';
import { REVIEW_ANSWERS_MAX, REVIEW_FINDING_KINDS, REVIEWER_STATES } from '../../domain/assist/review.ts';
import { idSchema } from '../../domain/ids.ts';
import { TimeSchema } from '../../domain/text.ts';
import { errors, route } from '../base.ts';

const FindingSchema = z.strictObject({
  kind: z.enum(REVIEW_FINDING_KINDS),
  conversationId: idSchema('conversation'),
  contactName: z.string(),
  messageId: idSchema('message').describe('The message of the customer that it is about'),
  question: z.string().describe('What the customer wrote'),
  answer: z.string().nullable().describe('What you answered; null: nothing'),
  at: TimeSchema.describe('When you answered, or when the customer wrote'),
  quote: z.string().nullable().describe('The words that it is about'),
  note: z
    .strictObject({ title: z.string(), text: z.string() })
    .nullable()
    .describe('The saved reply that says it differently, with its words'),
  waitedMinutes: z.int().nullable().describe('How long the customer waited, in business hours'),
  targetMinutes: z.int().nullable(),
  byModel: z
    .strictObject({ answerId: idSchema('message'), number: z.int(), isRight: z.boolean().nullable() })
    .nullable()
    .describe('Null: found by a rule. `isRight` is what you said about it'),
});

const byAnswer = z.object({ id: idSchema('message').describe('Your first message of the answer') });

/**
 * The review of one's own answers: what members ask to see of their own conversations, with the words that say so. Nobody
 * can ask for another member's.
 */
export const ownReviewContract = {
  /** What rules find, and the answers that the model can look at. */
  get: route('messages:send')
    .route({ method: 'GET', path: '/own-review' })
    .errors(errors('forbidden'))
    .input(z.object({}))
    .output(
      z.strictObject({
        hasTargets: z.boolean().describe('Without response targets, nothing is late'),
        reviewer: z.enum(REVIEWER_STATES),
        findings: z.array(FindingSchema),
        answers: z
          .array(idSchema('message'))
          .max(REVIEW_ANSWERS_MAX)
          .describe('The newest answers, by their first message'),
        isComplete: z.boolean().describe('False: there are more answers in these days'),
      }),
    ),
  /** Lets the model look at one of the caller's answers. It is asked only once, until something of it changes. */
  look: route('messages:send')
    .route({ method: 'POST', path: '/own-review/{id}' })
    .errors(errors('message_not_found', 'forbidden'))
    .input(z.object({ params: byAnswer }))
    .output(z.strictObject({ state: ModelStateSchema, findings: z.array(FindingSchema) })),
  /** Says whether a finding of the model is right. It counts once, for the model and not for the member. */
  judge: route('messages:send')
    .route({ method: 'POST', path: '/own-review/{id}/judgments' })
    .errors(errors('message_not_found', 'forbidden'))
    .input(
      z.object({
        params: byAnswer,
        body: z.strictObject({ number: z.int().min(0).max(9), isRight: z.boolean() }),
      }),
    )
    .output(z.strictObject({ isCounted: z.boolean() })),
};

export type ReviewFinding = z.infer<typeof FindingSchema>;
