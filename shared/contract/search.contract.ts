import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { MESSAGE_STATUSES } from '../domain/message-status.ts';
import { SEARCHED_STATES, SEARCHED_THING_NAMES } from '../domain/search-query.ts';
import { lineText, TimeSchema } from '../domain/text.ts';
import { CursorSchema, cursorPageOf, limitQuery, route } from './base.ts';
import { MESSAGE_TYPES } from './messages.contract.ts';

/** A message that was found, with the part of its text that matches. */
export const FoundMessageSchema = z.strictObject({
  id: idSchema('message'),
  conversationId: idSchema('conversation'),
  contact: z.strictObject({ id: idSchema('contact'), name: z.string(), phone: z.string().nullable() }),
  direction: z.enum(['inbound', 'outbound']),
  type: z.enum(MESSAGE_TYPES),
  status: z.enum(MESSAGE_STATUSES),
  author: z.strictObject({ id: idSchema('user'), name: z.string() }).nullable(),
  createdAt: TimeSchema,
  excerpt: z.array(z.strictObject({ text: z.string(), isMatch: z.boolean() })),
});

export const searchContract = {
  /** Finds messages by their words, newest first. Case and accents do not matter, and words may be cut short. */
  messages: route('messages:read')
    .route({ method: 'GET', path: '/search/messages' })
    .input(
      z.object({
        query: z.strictObject({
          text: lineText({ max: 200 }).optional(),
          from: lineText({ max: 200 })
            .optional()
            .describe(
              'Who wrote it, found as in the search of contacts: by name, number, email address or tag; `me` for the caller',
            ),
          has: z.enum(SEARCHED_THING_NAMES).optional(),
          before: TimeSchema.optional(),
          after: TimeSchema.optional(),
          label: lineText({ max: 200 }).optional().describe('The name of a label of the conversation'),
          is: z.enum(SEARCHED_STATES).optional(),
          limit: limitQuery(20),
          cursor: CursorSchema.optional(),
        }),
      }),
    )
    .output(
      z.strictObject({
        ...cursorPageOf(FoundMessageSchema).shape,
        isPartial: z
          .boolean()
          .describe(
            'The time for one request was over before the page was full: nextCursor searches further',
          ),
        indexing: z
          .strictObject({ indexed: z.int(), total: z.int() })
          .nullable()
          .describe('How many messages from before the upgrade can be found; null: all of them'),
      }),
    ),
};

export type FoundMessage = z.infer<typeof FoundMessageSchema>;
