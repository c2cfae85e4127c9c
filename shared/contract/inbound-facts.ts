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
  productId: z.string().describe("The shop's own number of the product"),
  catalogId: word,
});

/** What an inbound message holds besides its words: each kind fills its own part, the others are null. */
export const InboundFactsSchema = z
  .strictObject({
    voice: z.boolean().nullable().describe('Of a sound: spoken into the phone, or a file passed on'),
    animated: z.boolean().nullable().describe('Of a sticker'),
    location: z
      .strictObject({
        latitude: z.number(),
        longitude: z.number(),
        name: word,
        address: word,
        url: word,
      })
      .nullable(),
    cards: z.array(CardSchema).nullable().describe('Of kind `contacts`: the address cards'),
    choice: z
      .strictObject({
        kind: z
          .enum(['quick_reply', 'button', 'list', 'form', 'other'])
          .describe('A button of a template, of a message, a list entry, a filled form'),
        id: word.describe('What the sender of the choice gave it; of a template’s button its payload'),
        title: word,
        description: word,
        form: z.record(z.string(), z.unknown()).nullable().describe('What was filled in'),
      })
      .nullable(),
    order: z
      .strictObject({
        catalogId: word,
        items: z.array(
          z.strictObject({
            productId: z.string(),
            quantity: z.number().nullable(),
            price: z.number().nullable().describe('Of one'),
            currency: word,
          }),
        ),
      })
      .nullable(),
    system: z
      .strictObject({
        kind: z.enum(['number_changed', 'user_id_changed', 'identity_changed', 'chat_opened', 'other']),
        from: word.describe('The number or id before'),
        to: word.describe('The number or id from now on'),
      })
      .nullable()
      .describe('Of kind `system`: nobody wrote it'),
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
        welcome: word.describe('The greeting that the advertisement showed'),
      })
      .nullable()
      .describe('The advertisement or post that the customer came from'),
    forwarded: z
      .enum(['once', 'often'])
      .nullable()
      .describe('Passed on from another chat; `often`: many times'),
    product: ProductSchema.nullable().describe('The product that the customer asks about'),
    unsupported: z
      .strictObject({
        kind: z.string().describe("The platform's word for it, as far as it tells"),
        code: word,
        reason: z.string().describe('Why there is nothing to show'),
      })
      .nullable(),
  })
  .meta({ id: 'InboundFacts' });

export type InboundFacts = z.infer<typeof InboundFactsSchema>;
export type AddressCard = z.infer<typeof CardSchema>;
