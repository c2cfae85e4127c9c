import { z } from 'zod';
import { EmojiSchema } from '../domain/emoji.ts';
import { idSchema } from '../domain/ids.ts';
import { MESSAGE_SENDERS, MESSAGE_STATUSES } from '../domain/message-status.ts';
import { SEND_ERRORS } from '../domain/reasons/send-errors.ts';
import { InstantSchema, lineText, TimeSchema } from '../domain/text.ts';
import { CursorSchema, errors, limitQuery, PathIdSchema, pageOf, pageQuery, route } from './base.ts';
import { InboundFactsSchema } from './inbound-facts.ts';
import { MediaSchema } from './media.contract.ts';
import { SendMessageSchema } from './send-message.ts';

export const MESSAGE_TYPES = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'template',
  'location',
  'contacts',
  'button',
  'interactive',
  'order',
  'system',
  'unsupported',
] as const;

export const MessageErrorSchema = z.strictObject({
  code: z.string().describe(
    `A code of WhatsApp, which is a number; or why the message was never handed to WhatsApp: ${Object.keys(
      SEND_ERRORS,
    )
      .map((code) => `\`${code}\``)
      .join(', ')}`,
  ),
  message: z.string().describe('What went wrong and what to do, for people'),
  details: z.string().nullable().describe('What WhatsApp says about it'),
});

/** At most one reaction by the customer and one by the workspace. Taking a reaction back removes it. */
const ReactionSchema = z.strictObject({
  direction: z
    .enum(['inbound', 'outbound'])
    .describe('Who reacted: the customer (`inbound`) or we (`outbound`)'),
  emoji: z.string(),
  at: TimeSchema,
});

const EditSchema = z.strictObject({
  content: z.string().nullable(),
  caption: z.string().nullable(),
  at: TimeSchema.describe('When this version was replaced'),
});

export const MessageSchema = z
  .strictObject({
    id: idSchema('message'),
    contactId: z.string().nullable().describe("The contact's phone number"),
    contact: idSchema('contact'),
    direction: z.enum(['inbound', 'outbound']),
    sentBy: z
      .enum(MESSAGE_SENDERS)
      .nullable()
      .describe(
        'Who sent an outbound message: a member in the inbox, a program with an API key, a broadcast, an automation rule, the server in answer to a word such as STOP (`consent`), or a colleague in the business app on the phone (`business_app`). Null for inbound messages',
      ),
    type: z.enum(MESSAGE_TYPES),
    status: z.enum(MESSAGE_STATUSES),
    content: z
      .string()
      .nullable()
      .describe(
        'The text, also of a message with buttons or a list; the rendered text of a template; or the title of the button or list entry that the customer chose',
      ),
    templateName: z.string().nullable(),
    templateLanguage: z.string().nullable(),
    components: z
      .array(z.record(z.string(), z.unknown()))
      .nullable()
      .describe('The template parameters, as sent'),
    mediaUrl: z
      .string()
      .nullable()
      .describe('The address from which WhatsApp downloads the file of an outbound message'),
    caption: z.string().nullable().describe('The text below an image, a video or a document'),
    filename: z.string().nullable().describe('The file name of a document'),
    media: MediaSchema.nullable().describe(
      'The file, if this server stores it or is downloading it; null for a file sent as `mediaUrl`',
    ),
    replyTo: idSchema('message').nullable().describe('The message that this one replies to'),
    reactions: z.array(ReactionSchema),
    platformId: z.string().nullable(),
    error: MessageErrorSchema.nullable(),
    warnings: z.array(z.enum(['window_closed', 'contact_unsubscribed', 'channel_refused'])),
    payload: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        'The message as WhatsApp sent it, for inbound types other than plain text. For a sent template: `rendered`, its text and buttons as the customer reads them. For a sent location, contact card or interactive message: what was sent, under the name of its type',
      ),
    inbound: InboundFactsSchema.nullable().describe(
      'What an inbound message contains besides its text; also `location` and `cards` of those that you sent. Null for other outbound messages and plain text',
    ),
    edits: z
      .array(EditSchema)
      .describe('Earlier versions of a message that the customer edited, oldest first'),
    editedAt: TimeSchema.nullable().describe('When the customer last edited it'),
    revokedAt: TimeSchema.nullable().describe(
      'When the customer deleted it for everyone. The content is kept; do not show it unless the reader asks for it',
    ),
    createdAt: TimeSchema.describe('For a scheduled message: when it will be sent'),
    sendAt: TimeSchema.nullable().describe(
      'The time that the message was scheduled for; null for one that was sent at once',
    ),
    sentAt: TimeSchema.nullable(),
    deliveredAt: TimeSchema.nullable(),
    readAt: TimeSchema.nullable(),
    failedAt: TimeSchema.nullable(),
  })
  .meta({ id: 'Message' });

const ReactionBodySchema = z
  .strictObject({
    emoji: EmojiSchema.nullable().describe('One emoji; null removes our reaction'),
  })
  .meta({ id: 'SendReaction' });

const tags = ['Messages'];
const byId = z.object({ id: PathIdSchema });

export const messagesContract = {
  send: route('messages:send')
    .route({
      method: 'POST',
      path: '/messages/send',
      tags,
      summary: 'Send a message',
      description:
        'With `sendAt`, stores the message as `scheduled` and returns. Otherwise stores the message, sends it to WhatsApp and waits up to 10 seconds for the result: `sent`; `queued` if there is none yet; `failed` with `error` if WhatsApp rejected it. More than 24 hours after the customer’s last message, WhatsApp delivers only templates: anything else is still sent, with the warning `window_closed`. A template that is marketing, or whose category is not known here yet, to a contact who has unsubscribed is sent with the warning `contact_unsubscribed`. While WhatsApp rejects the channel’s credentials, a message is stored with the warning `channel_refused`, also the one with which this is found out; `GET /me` returns the reason.',
      successStatus: 201,
    })
    .errors(
      errors(
        'contact_not_found',
        'contact_blocked',
        'message_not_found',
        'media_not_found',
        'media_already_sent',
        'channel_not_connected',
        'send_queue_full',
      ),
    )
    .input(z.object({ body: SendMessageSchema }))
    .output(MessageSchema),
  cancel: route('messages:send')
    .route({
      method: 'DELETE',
      // OpenAPI knows one name for this part of the address, which the history has named.
      path: '/messages/{contactPhone}',
      tags,
      summary: 'Cancel a scheduled message',
      description: 'Deletes a message that waits for its time. After that, it cannot be canceled.',
    })
    .errors(errors('message_not_found', 'message_not_scheduled'))
    .input(
      z.object({
        params: z.object({ contactPhone: PathIdSchema.describe('The id of the message') }),
      }),
    )
    .output(z.strictObject({ id: idSchema('message'), deleted: z.literal(true) })),
  changes: route('messages:read')
    .route({
      method: 'GET',
      path: '/messages',
      tags,
      summary: 'Messages of all contacts: what is new, or a search',
      description:
        'In the order of their changes: new messages, new statuses, edits, reactions, and files that have been stored. Begin with `since`, then pass the `cursor` of each response on, at once while `hasMore` is true and otherwise when you next ask. No change is missed, and a message that changes again is listed again. Messages from before the number was connected (`history`) are not among the changes: read each conversation once with `GET /messages/{contactPhone}`. `merges` and `splits` name the contacts whose messages have moved, `deletions` what was deleted. Changes are kept for 7 days. With `search`, finds messages by their words instead, newest first and of any age; then `since` and `until` are about when a message was created.',
    })
    .errors(errors('changes_expired'))
    .input(
      z.object({
        query: z.strictObject({
          search: lineText({ min: 1, max: 200 })
            .optional()
            .describe(
              'Finds messages with all of these words in their text, caption or file name. Case and accents are ignored; from three letters on, the beginning of a word is enough. A page may have fewer messages than `limit`, or none, and still have more after it',
            ),
          since: InstantSchema.optional().describe(
            'The time to begin at; without it and a cursor, the earliest change that is kept',
          ),
          until: InstantSchema.optional().describe('The time to end before'),
          cursor: CursorSchema.describe('The `cursor` of the previous response').optional(),
          direction: z.enum(['inbound', 'outbound']).optional(),
          limit: limitQuery(50),
        }),
      }),
    )
    .output(
      z.strictObject({
        data: z.array(MessageSchema),
        cursor: z.string().describe('Where the next request continues'),
        hasMore: z.boolean().describe('Whether there is more after these already'),
        merges: z
          .array(z.strictObject({ contact: idSchema('contact'), into: idSchema('contact') }))
          .describe(
            'Contacts that were merged into another one in these changes. All their messages belong to that contact now; the messages are not listed in `data` because of it. Empty with `search`',
          ),
        splits: z
          .array(z.strictObject({ contact: idSchema('contact'), from: idSchema('contact') }))
          .describe(
            'Contacts whose merge was undone in these changes. Some of the messages of `from` belong to `contact` again: read the history of both. Empty with `search`',
          ),
        deletions: z
          .strictObject({
            contacts: z.array(idSchema('contact')).describe('With all their messages'),
            messages: z.array(idSchema('message')).describe('Scheduled messages that were canceled'),
          })
          .describe(
            'What was deleted in these changes: delete what you have of it. Empty lists with `search`',
          ),
      }),
    ),
  get: route('messages:read')
    .route({
      method: 'GET',
      path: '/messages/{id}/details',
      tags,
      summary: 'One message',
      description: 'Also at `/messages/{id}`, where the history of a contact has its phone number.',
    })
    .errors(errors('message_not_found'))
    .input(z.object({ params: byId }))
    .output(MessageSchema),
  history: route('messages:read')
    .route({
      method: 'GET',
      path: '/messages/{contactPhone}',
      tags,
      summary: 'Message history of a contact, newest first',
      description:
        'With the id of a message (`msg_…`), returns that one message, as `/messages/{id}/details` does.',
    })
    .errors(errors('contact_not_found', 'message_not_found'))
    .input(
      z.object({
        params: z.object({
          contactPhone: PathIdSchema.describe(
            'The contact’s phone number or id; or the id of a message: the response is then that message alone, or 404 `message_not_found`',
          ),
        }),
        query: z.strictObject({ ...pageQuery(50), cursor: CursorSchema.optional() }),
      }),
    )
    .output(pageOf(MessageSchema)),
  react: route('messages:send')
    .route({
      method: 'POST',
      path: '/messages/{id}/reaction',
      tags,
      summary: 'React to a message, or remove the reaction',
      description:
        'A reaction changes an existing message; it is not a message itself. It is sent to WhatsApp in the background. If WhatsApp rejects it, it is removed.',
    })
    .errors(errors('message_not_found', 'message_not_sent', 'channel_not_connected', 'contact_blocked'))
    .input(z.object({ params: byId, body: ReactionBodySchema }))
    .output(MessageSchema),
  markRead: route('messages:send')
    .route({
      method: 'POST',
      path: '/messages/{id}/read',
      tags,
      summary: 'Mark a conversation read up to a message',
      description:
        'Only the messages after this one still count as unread, and the customer sees blue check marks.',
    })
    .errors(errors('message_not_found'))
    .input(z.object({ params: byId }))
    .output(MessageSchema),
};

export type Message = z.infer<typeof MessageSchema>;
export type MessageType = Message['type'];
export type MessageError = z.infer<typeof MessageErrorSchema>;
