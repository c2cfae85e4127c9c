import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { TEXT_MAX } from '../../domain/message-limits.ts';
import { hasOnlyVariables, NAME_MAX, REPLY_VARIABLES } from '../../domain/saved-reply.ts';
import { freeText, lineText, TimeSchema } from '../../domain/text.ts';
import { AnswerStartSchema } from '../assist/assist.contract.ts';
import { errors, route } from '../base.ts';

export const SavedReplySchema = z.strictObject({
  id: idSchema('savedReply'),
  name: z.string().describe('What agents type to find it'),
  content: z.string().describe('The text, with its variables'),
  usedCount: z.int().describe('How often it was put into a message'),
  lastUsedAt: TimeSchema.nullable(),
  answersAlone: z
    .boolean()
    .describe('Whether it may answer alone outside business hours; a new text ends that'),
  createdAt: TimeSchema,
  updatedAt: TimeSchema,
});

/** The saved reply that a text was written with. */
const UsedReplySchema = z.strictObject({
  id: idSchema('savedReply'),
  place: z.int().min(1).max(3).optional().describe('Its place among the suggested ones'),
});

/** What a text from the inbox was written with. */
export const writtenWith = { savedReply: UsedReplySchema.optional(), assist: AnswerStartSchema.optional() };

export const replyName = lineText({ min: 1, max: NAME_MAX });
export const replyContent = freeText({ min: 1, max: TEXT_MAX })
  // `min` already reports an empty text.
  .refine((text) => text === '' || text.trim() !== '', 'must not be blank')
  .refine(
    hasOnlyVariables,
    `has an unknown variable; the variables are ${REPLY_VARIABLES.map((one) => `{{${one}}}`).join(', ')}`,
  );

/** What a person writes of a saved reply. */
export const ReplyTextSchema = z.strictObject({ name: replyName, content: replyContent });

const byId = z.object({ id: z.string().max(64) });

export const savedRepliesContract = {
  list: route('messages:read')
    .route({ method: 'GET', path: '/saved-replies' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(SavedReplySchema) })),
  create: route('settings:manage')
    .route({ method: 'POST', path: '/saved-replies', successStatus: 201 })
    .errors(errors('saved_reply_name_taken', 'saved_reply_limit_reached'))
    .input(z.object({ body: ReplyTextSchema }))
    .output(SavedReplySchema),
  change: route('settings:manage')
    .route({ method: 'PATCH', path: '/saved-replies/{id}' })
    .errors(errors('saved_reply_not_found', 'saved_reply_name_taken'))
    .input(
      z.object({
        params: byId,
        body: z.strictObject({ name: replyName.optional(), content: replyContent.optional() }),
      }),
    )
    .output(SavedReplySchema),
  remove: route('settings:manage')
    .route({ method: 'DELETE', path: '/saved-replies/{id}' })
    .errors(errors('saved_reply_not_found'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ id: idSchema('savedReply'), deleted: z.literal(true) })),
  /** Counts that a reply was put into a message. */
  countUse: route('messages:send')
    .route({ method: 'POST', path: '/saved-replies/{id}/uses' })
    .errors(errors('saved_reply_not_found'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ id: idSchema('savedReply'), usedCount: z.int() })),
};

export type SavedReply = z.infer<typeof SavedReplySchema>;
