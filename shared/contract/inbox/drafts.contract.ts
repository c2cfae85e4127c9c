import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { DRAFT_PART_MAX } from '../../domain/message-limits.ts';
import { freeText, TimeSchema } from '../../domain/text.ts';
import { errors, route } from '../base.ts';

const part = freeText({ max: DRAFT_PART_MAX });

/** What a member has typed for a conversation and not sent. An empty text: nothing. */
export const DraftContentSchema = z.strictObject({
  reply: part,
  note: part,
  template: part.describe('A partly filled template, as the dashboard writes it'),
  quote: part.describe('The message that the reply quotes, as the dashboard writes it'),
});

const RevisionSchema = z.string().regex(/^[0-9a-f]{32}$/, 'must be the revision of a draft');

export const DraftSchema = z.strictObject({
  conversationId: idSchema('conversation'),
  revision: RevisionSchema.describe('Changes with every change'),
  content: DraftContentSchema,
  updatedAt: TimeSchema,
});

/** The reply that a colleague is writing; null: none that can be seen. */
const ColleagueDraftSchema = z.strictObject({
  draft: z.strictObject({ reply: part, updatedAt: TimeSchema }).nullable(),
});

const ofColleague = z.object({
  params: z.object({ conversationId: z.string().max(64), memberId: z.string().max(64) }),
});

/** The drafts of the person who asks, and the reply of a colleague while both have the conversation on the screen. */
export const draftsContract = {
  list: route('messages:send')
    .route({ method: 'GET', path: '/drafts' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(DraftSchema) })),
  /**
   * Stores a draft; an empty one is deleted. Nothing is stored when another device has changed it since
   * `baseRevision`: the response has the draft as it is, null for none.
   */
  save: route('messages:send')
    .route({ method: 'PUT', path: '/drafts/{conversationId}' })
    .errors(errors('conversation_not_found'))
    .input(
      z.object({
        params: z.object({ conversationId: z.string().max(64) }),
        body: z.strictObject({ baseRevision: RevisionSchema.nullable(), content: DraftContentSchema }),
      }),
    )
    .output(z.strictObject({ isStored: z.boolean(), draft: DraftSchema.nullable() })),
  /** Returns what a colleague is writing here. */
  ofColleague: route('messages:send')
    .route({ method: 'GET', path: '/drafts/{conversationId}/members/{memberId}' })
    .errors(errors('conversation_not_found'))
    .input(ofColleague)
    .output(ColleagueDraftSchema),
  /** Returns what a colleague is writing here, and says to the colleague that it was taken over. */
  takeOver: route('messages:send')
    .route({ method: 'POST', path: '/drafts/{conversationId}/members/{memberId}/taken' })
    .errors(errors('conversation_not_found'))
    .input(ofColleague)
    .output(ColleagueDraftSchema),
};

export type Draft = z.infer<typeof DraftSchema>;
export type DraftContent = z.infer<typeof DraftContentSchema>;
