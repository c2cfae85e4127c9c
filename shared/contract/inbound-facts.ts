import { z } from 'zod';

const text = z.string().nullable();

const CardSchema = z.strictObject({
  name: z.string(),
  organization: text,
  birthday: text,
  phones: z.array(
    z.strictObject({ phone: z.string(), type: text, waId: text.describe('Null: not on WhatsApp') }),
  ),
  emails: z.array(z.strictObject({ email: z.string(), type: text })),
  urls: z.array(z.strictObject({ url: z.string(), type: text })),
  addresses: z.array(z.strictObject({ address: z.string(), type: text })),
});

const ProductSchema = z.strictObject({
  productId: z.string().describe("The shop's own id for the product"),
  catalogId: text,
});

/** The content of an inbound message besides its text. Fields of other kinds of messages are null. */
export const InboundFactsSchema = z
  .strictObject({
    voice: z.boolean().nullable().describe('For audio: true for a voice message, false for an audio file'),
    animated: z.boolean().nullable().describe('For stickers'),
    location: z
      .strictObject({
        latitude: z.number(),
        longitude: z.number(),
        name: text,
        address: text,
        url: text,
      })
      .nullable(),
    cards: z.array(CardSchema).nullable().describe('For type `contacts`: the contact cards'),
    choice: z
      .strictObject({
        kind: z
          .enum(['quick_reply', 'button', 'list', 'form', 'other'])
          .describe('A template button, a message button, a list entry or a completed form'),
        id: text.describe('The id that you gave the choice; for a template button, its payload'),
        title: text,
        description: text,
        form: z.record(z.string(), z.unknown()).nullable().describe('The values that the customer entered'),
      })
      .nullable(),
    order: z
      .strictObject({
        catalogId: text,
        items: z.array(
          z.strictObject({
            productId: z.string(),
            quantity: z.number().nullable(),
            price: z.number().nullable().describe('Price per item'),
            currency: text,
          }),
        ),
      })
      .nullable(),
    system: z
      .strictObject({
        kind: z.enum([
          'number_changed',
          'user_id_changed',
          'identity_changed',
          'chat_opened',
          'call_answered',
          'call_missed',
          'other',
        ]),
        from: text.describe('The previous number or id'),
        to: text.describe('The new number or id'),
        seconds: z.number().optional().describe('How long an answered call lasted'),
      })
      .nullable()
      .describe('For type `system`: no person wrote it'),
    referral: z
      .strictObject({
        sourceType: text.describe('`ad` or `post`'),
        sourceId: text,
        sourceUrl: text,
        headline: text,
        body: text,
        mediaType: text,
        mediaUrl: text,
        thumbnailUrl: text,
        clickId: text,
        welcome: text.describe('The greeting that the ad showed'),
      })
      .nullable()
      .describe('The ad or post that the customer came from'),
    forwarded: z
      .enum(['once', 'often'])
      .nullable()
      .describe('Forwarded from another chat; `often`: many times'),
    group: z
      .strictObject({ id: z.string().describe('WhatsApp’s id of the group') })
      .nullable()
      .describe('Written in a group, which others read too; an answer goes to the sender alone'),
    product: ProductSchema.nullable().describe('The product that the customer asks about'),
    unsupported: z
      .strictObject({
        kind: z.string().describe('WhatsApp’s name for the type, if it gives one'),
        code: text,
        reason: z.string().describe('Why the message cannot be shown'),
      })
      .nullable(),
  })
  .meta({ id: 'InboundFacts' });

export type InboundFacts = z.infer<typeof InboundFactsSchema>;
export type AddressCard = z.infer<typeof CardSchema>;
