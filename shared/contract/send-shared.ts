import { z } from 'zod';
import { CARDS_MAX } from '../domain/message-limits.ts';
import { lineText, required } from '../domain/text.ts';

/** The limit of each list of a card: its numbers, addresses and so on. */
const ENTRIES_MAX = 20;
const PLACE_TEXT_MAX = 1_000;
const CARD_TEXT_MAX = 1_000;
const LABEL_MAX = 64;

const degrees = (most: number) =>
  z
    .number(required(`a number of degrees, from -${most} to ${most}`))
    .min(-most, `must be from -${most} to ${most}`)
    .max(most, `must be from -${most} to ${most}`);

/** A place, in the platform's format. */
export const LocationSchema = z.strictObject({
  latitude: degrees(90),
  longitude: degrees(180),
  name: lineText({ max: PLACE_TEXT_MAX }).optional(),
  address: lineText({ max: PLACE_TEXT_MAX }).optional().describe('Shown under the name'),
});

const entry = lineText({ min: 1, max: CARD_TEXT_MAX });
const type = lineText({ min: 1, max: LABEL_MAX }).optional().describe('Such as `WORK`, `HOME` or `CELL`');
const many = <Entry extends z.ZodType>(one: Entry) =>
  z.array(one).max(ENTRIES_MAX, `must hold at most ${ENTRIES_MAX} entries`).optional();

const NameSchema = z.strictObject({
  formatted_name: lineText({ min: 1, max: CARD_TEXT_MAX }).describe('The full name, as it is shown'),
  first_name: entry.optional(),
  middle_name: entry.optional(),
  last_name: entry.optional(),
  prefix: entry.optional(),
  suffix: entry.optional(),
});

/** A contact card, in the platform's format. */
export const CardToSendSchema = z
  .strictObject({
    name: NameSchema.describe('Without any part of the name, `formatted_name` is also sent as `first_name`'),
    org: z
      .strictObject({
        company: entry.optional(),
        department: entry.optional(),
        title: entry.optional(),
      })
      .optional(),
    birthday: z.iso.date('must be a date such as 1990-01-31').optional(),
    phones: many(
      z.strictObject({
        phone: entry,
        type,
        wa_id: z
          .string()
          .regex(/^\d{5,20}$/, 'must be the number in digits only, with its country code')
          .optional()
          .describe('The number in digits; with it, the card has a button that opens the chat'),
      }),
    ),
    emails: many(z.strictObject({ email: entry, type })),
    urls: many(z.strictObject({ url: entry, type })),
    addresses: many(
      z.strictObject({
        street: entry.optional(),
        city: entry.optional(),
        state: entry.optional(),
        zip: entry.optional(),
        country: entry.optional(),
        country_code: lineText({ min: 2, max: 2 }).optional(),
        type,
      }),
    ),
  })
  .meta({ id: 'ContactCard' });

/** The contact cards of one message. */
export const CardsToSendSchema = z
  .array(CardToSendSchema, required('a list of contact cards'))
  .min(1, 'must hold at least one contact card')
  .max(CARDS_MAX, `must hold at most ${CARDS_MAX} contact cards`);
