import { z } from 'zod';
import { idSchema } from '../domain/ids.ts';
import { CAPTION_MAX, TEXT_MAX } from '../domain/message-limits.ts';
import { SCHEDULE_DAYS_MAX } from '../domain/message-status.ts';
import { freeText, InstantSchema, lineText, required } from '../domain/text.ts';
import { explainedByType } from './checks/explained-by-type.ts';
import { oneOfTwo } from './checks/one-of-two.ts';
import { InteractiveSchema } from './send-interactive.ts';
import { CardsToSendSchema, LocationSchema } from './send-shared.ts';
import { TemplateComponentsSchema } from './template-components.ts';
import { WebLinkSchema } from './web-link.ts';

/** The platform's language codes for templates. */
export const TEMPLATE_LANGUAGE = /^[a-z]{2,3}(_[A-Za-z0-9]{2,8})?$/;

const common = {
  contactId: z
    .string(required('the phone number of the contact to write to, or its id'))
    .min(1, 'must not be empty')
    .max(64)
    .describe("The contact's phone number in any known form, or its id"),
  createContact: z
    .boolean()
    .optional()
    .describe(
      'If no contact has the number in `contactId`: creates one, in one step with the message. Requires the permission `contacts:write`',
    ),
  replyTo: idSchema('message')
    .optional()
    .describe('The message from the same contact that this one replies to; WhatsApp shows it as a quote'),
  sendAt: InstantSchema.optional().describe(
    `When to send it, up to ${SCHEDULE_DAYS_MAX} days ahead. Until then, its status is \`scheduled\``,
  ),
};

/** The file of a message: at an address, or uploaded earlier. */
const file = {
  mediaUrl: WebLinkSchema.optional(),
  mediaId: idSchema('media')
    .optional()
    .describe(
      'The id of a file uploaded with `POST /media`, in the place of `mediaUrl`. A file can be sent once',
    ),
};

const oneFile = oneOfTwo(
  'mediaUrl',
  'mediaId',
  'the public http or https address of the file, or `mediaId` of an uploaded one',
);
const caption = freeText({ max: CAPTION_MAX }).optional();
const filename = lineText({ min: 1, max: 240 }).optional().describe('The file name that the customer sees');

const SendText = z
  .strictObject({
    type: z.literal('text'),
    ...common,
    content: freeText({ min: 1, max: TEXT_MAX, what: 'the text of the message' }).refine(
      // `min` already reports an empty text.
      (text) => text === '' || text.trim() !== '',
      'must not be blank',
    ),
    previewUrl: z
      .boolean()
      .optional()
      .describe('Whether the phone shows a preview of the first link in the text; true when not given'),
  })
  .meta({ id: 'SendText', title: 'Text' });

const SendTemplate = z
  .strictObject({
    type: z.literal('template'),
    ...common,
    templateName: z
      .string(required('the name of an approved template'))
      .regex(/^[a-z0-9_]{1,512}$/, 'must be a template name: lowercase letters, digits and _'),
    templateLanguage: z
      .string(required('the language code that the template was approved in'))
      .regex(
        TEMPLATE_LANGUAGE,
        'must be the language code of the template exactly as approved, such as en or en_US (with an underscore)',
      ),
    components: TemplateComponentsSchema.optional(),
  })
  .meta({ id: 'SendTemplate', title: 'Template' });

const SendImage = z
  .strictObject({ type: z.literal('image'), ...common, ...file, caption })
  .check(oneFile)
  .meta({ id: 'SendImage', title: 'Image' });
const SendVideo = z
  .strictObject({ type: z.literal('video'), ...common, ...file, caption })
  .check(oneFile)
  .meta({ id: 'SendVideo', title: 'Video' });
const SendAudio = z
  .strictObject({
    type: z.literal('audio'),
    ...common,
    ...file,
    voice: z
      .boolean()
      .optional()
      .describe(
        'Whether it is a voice message, which the phone shows as one recorded in the chat. WhatsApp requires Ogg with Opus and one channel',
      ),
  })
  .check(oneFile)
  .meta({ id: 'SendAudio', title: 'Audio' });
const SendDocument = z
  .strictObject({ type: z.literal('document'), ...common, ...file, caption, filename })
  .check(oneFile)
  .meta({ id: 'SendDocument', title: 'Document' });
const SendSticker = z
  .strictObject({ type: z.literal('sticker'), ...common, ...file })
  .check(oneFile)
  .meta({ id: 'SendSticker', title: 'Sticker' });
const SendMedia = z
  .strictObject({ type: z.literal('media'), ...common, ...file, caption, filename })
  .check(oneFile)
  .meta({
    id: 'SendMedia',
    title: 'Media',
    description:
      'Determines the kind of the file from its Content-Type, or else from its file extension, and sends it as that kind, which is the `type` in the response. Returns 400 on `type` if the kind cannot be determined, and on a field that the kind does not have.',
  });

const interactive = { type: z.literal('interactive'), interactive: InteractiveSchema };
const location = { type: z.literal('location'), location: LocationSchema };
const contacts = { type: z.literal('contacts'), contacts: CardsToSendSchema };

/** What a message of the inbox can have in the place of a text or a file. */
export const AttachmentSchema = z.discriminatedUnion('type', [
  z.strictObject(interactive),
  z.strictObject(location),
  z.strictObject(contacts),
]);

export type Attachment = z.infer<typeof AttachmentSchema>;

const SendInteractive = z.strictObject({ ...interactive, ...common }).meta({
  id: 'SendInteractive',
  title: 'Buttons, list or link',
  description:
    'A text with up to three reply buttons, with a list to choose from, or with a button that opens a web address. A choice arrives as an inbound message of type `interactive` with `inbound.choice`; `replyTo` names the message that it answers.',
});
const SendLocation = z
  .strictObject({ ...location, ...common })
  .meta({ id: 'SendLocation', title: 'Location' });
const SendContacts = z
  .strictObject({ ...contacts, ...common })
  .meta({ id: 'SendContacts', title: 'Contact cards' });

const SCHEMAS = [
  SendText,
  SendTemplate,
  SendImage,
  SendVideo,
  SendAudio,
  SendDocument,
  SendSticker,
  SendMedia,
  SendInteractive,
  SendLocation,
  SendContacts,
] as const;

/** A message to send: one schema for each type. All errors are reported at once. */
export const SendMessageSchema = explainedByType(z.discriminatedUnion('type', SCHEMAS), SCHEMAS).meta({
  id: 'SendMessage',
});

export type SendMessage = z.infer<typeof SendMessageSchema>;
