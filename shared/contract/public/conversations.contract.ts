import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { CONVERSATION_STATUSES } from '../../domain/inbox-views.ts';
import { TimeSchema } from '../../domain/text.ts';
import { ColleagueSchema } from '../access/members.contract.ts';
import { CursorSchema, errors, limitQuery, PathIdSchema, route } from '../base.ts';
import { ChangeConversationSchema } from '../inbox/change-conversation.ts';
import { ConversationSchema } from '../inbox/conversations.contract.ts';
import { LabelSchema } from '../inbox/labels.contract.ts';
import { NoteSchema, NoteTextSchema } from '../inbox/notes.contract.ts';

/** A conversation as programs see it: its work state, without what is personal to a member. */
export const PublicConversationSchema = ConversationSchema.pick({
  id: true,
  contact: true,
  status: true,
  snoozedUntil: true,
  assignee: true,
  labels: true,
  unreadCount: true,
  lastMessage: true,
  waitingSince: true,
  firstResponseAt: true,
  windowExpiresAt: true,
  lastActivityAt: true,
  createdAt: true,
  updatedAt: true,
})
  .extend({
    responseDueAt: TimeSchema.nullable().describe(
      'Until when the team wants to have answered: by its response targets and business hours. Null when nobody waits, or without a target',
    ),
  })
  .meta({ id: 'Conversation' });

/** A note as programs see it. */
export const PublicNoteSchema = NoteSchema.omit({ clientId: true }).meta({ id: 'Note' });

const ref = z.object({
  id: PathIdSchema.describe('Its id, or the id or the phone number of its contact'),
});

const noteRef = z.object({ id: PathIdSchema.describe('The id of the note') });

function isMemberOrNone(value: string): boolean {
  return value === 'none' || idSchema('user').safeParse(value).success;
}

function pageOf<T extends z.ZodType>(item: T) {
  return z.strictObject({
    data: z.array(item),
    pagination: z.strictObject({ limit: z.int(), nextCursor: z.string().nullable() }),
  });
}

/** Conversations, their work state and their notes, for programs. */
export const publicConversations = {
  conversations: {
    list: route('conversations:read')
      .route({
        method: 'GET',
        path: '/conversations',
        tags: ['Conversations'],
        summary: 'List conversations',
        description:
          'The conversations with the latest activity first. With the filter `label` or `assignee`, a page may have fewer items than its limit, or none, and still a `nextCursor`: continue until it is null. A conversation with new activity meanwhile moves to the front: read the first page again at the end.',
      })
      .input(
        z.object({
          query: z.strictObject({
            status: z.enum(CONVERSATION_STATUSES).optional(),
            assignee: z
              .string()
              .refine(isMemberOrNone, 'must be an id that starts with usr_, or none')
              .optional()
              .describe('The id of a member; `none`: nobody is assigned'),
            label: idSchema('label').optional(),
            limit: limitQuery(50),
            cursor: CursorSchema.optional(),
          }),
        }),
      )
      .output(pageOf(PublicConversationSchema)),
    get: route('conversations:read')
      .route({
        method: 'GET',
        path: '/conversations/{id}',
        tags: ['Conversations'],
        summary: 'Get a conversation',
      })
      .errors(errors('conversation_not_found'))
      .input(z.object({ params: ref }))
      .output(PublicConversationSchema),
    change: route('conversations:write')
      .route({
        method: 'PATCH',
        path: '/conversations/{id}',
        tags: ['Conversations'],
        summary: 'Open, snooze, close, assign or label a conversation',
        description:
          'What is not given stays. A message of the customer opens a snoozed or closed conversation again.',
      })
      .errors(errors('conversation_not_found', 'member_not_found', 'label_not_found', 'label_limit_reached'))
      .input(z.object({ params: ref, body: ChangeConversationSchema }))
      .output(PublicConversationSchema),
    notes: route('conversations:read')
      .route({
        method: 'GET',
        path: '/conversations/{id}/notes',
        tags: ['Conversations'],
        summary: 'List the notes of a conversation',
        description: 'The newest first. Customers never see notes.',
      })
      .errors(errors('conversation_not_found'))
      .input(
        z.object({
          params: ref,
          query: z.strictObject({ limit: limitQuery(50), cursor: CursorSchema.optional() }),
        }),
      )
      .output(pageOf(PublicNoteSchema)),
    addNote: route('conversations:write')
      .route({
        method: 'POST',
        path: '/conversations/{id}/notes',
        successStatus: 201,
        tags: ['Conversations'],
        summary: 'Add a note to a conversation',
        description: 'A note is for the team alone. Mentioned members see it in their mentions.',
      })
      .errors(errors('conversation_not_found', 'member_not_found', 'note_limit_reached'))
      .input(z.object({ params: ref, body: NoteTextSchema }))
      .output(PublicNoteSchema),
    changeNote: route('conversations:write')
      .route({
        method: 'PATCH',
        path: '/notes/{id}',
        tags: ['Conversations'],
        summary: 'Change a note',
        description:
          'Replaces the text and the mentions of a note that a program wrote. Members whom it did not mention before are notified. Those of members answer 403.',
      })
      .errors(errors('note_not_found', 'forbidden', 'member_not_found'))
      .input(z.object({ params: noteRef, body: NoteTextSchema }))
      .output(PublicNoteSchema),
    removeNote: route('conversations:write')
      .route({
        method: 'DELETE',
        path: '/notes/{id}',
        tags: ['Conversations'],
        summary: 'Delete a note',
        description: 'Deletes a note that a program wrote. Those of members answer 403.',
      })
      .errors(errors('note_not_found', 'forbidden'))
      .input(z.object({ params: noteRef }))
      .output(z.strictObject({ id: idSchema('note'), deleted: z.literal(true) })),
  },
  labels: {
    list: route('conversations:read')
      .route({ method: 'GET', path: '/labels', tags: ['Conversations'], summary: 'List the labels' })
      .input(z.object({ query: z.strictObject({}) }))
      .output(z.strictObject({ data: z.array(LabelSchema) })),
  },
  members: {
    list: route('conversations:read')
      .route({
        method: 'GET',
        path: '/members',
        tags: ['Conversations'],
        summary: 'List the members',
        description: 'The people who can be assigned or mentioned.',
      })
      .input(z.object({ query: z.strictObject({}) }))
      .output(z.strictObject({ data: z.array(ColleagueSchema) })),
  },
};

export type PublicConversation = z.infer<typeof PublicConversationSchema>;
export type PublicNote = z.infer<typeof PublicNoteSchema>;
