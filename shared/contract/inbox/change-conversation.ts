import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { CONVERSATION_LABELS_MAX, CONVERSATION_STATUSES } from '../../domain/inbox-views.ts';
import { InstantSchema } from '../../domain/text.ts';

/** Changes of a conversation's work state. What is not given stays. */
export const ChangeConversationSchema = z
  .strictObject({
    status: z.enum(CONVERSATION_STATUSES).optional(),
    snoozedUntil: InstantSchema.optional().describe('Required with the status `snoozed`, and only then'),
    assigneeId: idSchema('user').nullable().optional().describe('null: nobody'),
    labels: z
      .array(idSchema('label'))
      .max(CONVERSATION_LABELS_MAX)
      .optional()
      .describe('All labels that it then has; without `addLabels` and `removeLabels`'),
    addLabels: z.array(idSchema('label')).max(CONVERSATION_LABELS_MAX).optional(),
    removeLabels: z.array(idSchema('label')).max(CONVERSATION_LABELS_MAX).optional(),
    unread: z.literal(true).optional().describe('Marks it as unread'),
  })
  .superRefine(({ status, snoozedUntil, labels, addLabels, removeLabels }, context) => {
    const reject = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const isNeeded = status === 'snoozed';
    if (isNeeded && snoozedUntil === undefined) reject('snoozedUntil', 'is required with the status snoozed');
    if (!isNeeded && snoozedUntil !== undefined)
      reject('snoozedUntil', 'is only allowed with the status snoozed');
    if (labels && (addLabels ?? removeLabels))
      reject('labels', 'does not go together with addLabels or removeLabels');
  });

export type ChangeConversation = z.infer<typeof ChangeConversationSchema>;
