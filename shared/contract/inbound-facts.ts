import { z } from 'zod';

const word = z.string().nullable();

const CardSchema = z.strictObject({
  name: z.string(),
  organization: word,
  birthday: word,
  phones: z.array(
    z.strictObject({ phone: z.string(), type: word, waId: word.describe('Null: not on the network') }),
  ),
  emails: z.array(z.strictObject({ email: z.string(), type: word })),
  urls: z.array(z.strictObject({ url: z.string(), type: word })),
  addresses: z.array(z.strictObject({ address: z.string(), type: word })),
});

const ProductSchema = z.strictObject({
  productId: z.string().describe("The shop's own id for the product"),
  catalogId: word,
});

/** What an inbound message holds besides its words: each kind fills its own part, the others are null. */
export const InboundFactsSchema = z
  .strictObject({
    voice: z.boolean().nullable().describe('For audio: true for a voice message, false for an audio file'),
    animated: z.boolean().nullable().describe('For stickers'),
    location: z
      .strictObject({
        latitude: z.number(),
        longitude: z.number(),
        name: word,
        address: word,
        url: word,
      })
      .nullable(),
    cards: z.array(CardSchema).nullable().describe('For type `contacts`: the contact cards'),
    choice: z
      .strictObject({
        kind: z
          .enum(['quick_reply', 'button', 'list', 'form', 'other'])
          .describe('A template button, a message button, a list entry or a completed form'),
        id: word.describe('The id that you gave the choice; for a template button, its payload'),
        title: word,
        description: word,
        form: z.record(z.string(), z.unknown()).nullable().describe('The values that the customer entered'),
      })
      .nullable(),
    order: z
      .strictObject({
        catalogId: word,
        items: z.array(
          z.strictObject({
            productId: z.string(),
            quantity: z.number().nullable(),
            price: z.number().nullable().describe('Price per item'),
            currency: word,
          }),
        ),
      })
      .nullable(),
    system: z
      .strictObject({
        kind: z.enum(['number_changed', 'user_id_changed', 'identity_changed', 'chat_opened', 'other']),
        from: word.describe('The previous number or id'),
        to: word.describe('The new number or id'),
      })
      .nullable()
      .describe('For type `system`: no person wrote it'),
    referral: z
      .strictObject({
        sourceType: word.describe('`ad` or `post`'),
        sourceId: word,
        sourceUrl: word,
        headline: word,
        body: word,
        mediaType: word,
        mediaUrl: word,
        thumbnailUrl: word,
        clickId: word,
        welcome: word.describe('The greeting that the ad showed'),
      })
      .nullable()
      .describe('The ad or post that the customer came from'),
    forwarded: z
      .enum(['once', 'often'])
      .nullable()
      .describe('Forwarded from another chat; `often`: many times'),
    product: ProductSchema.nullable().describe('The product that the customer asks about'),
    unsupported: z
      .strictObject({
        kind: z.string().describe("The platform's name for the type, if it gives one"),
        code: word,
        reason: z.string().describe('Why the message cannot be shown'),
      })
      .nullable(),
  })
  .meta({ id: 'InboundFacts' });

export type InboundFacts = z.infer<typeof InboundFactsSchema>;
export type AddressCard = z.infer<typeof CardSchema>;
