import { z } from 'zod';
import { CountrySchema } from '../domain/country.ts';
import { idSchema } from '../domain/ids.ts';
import { DAY_MINUTES } from '../domain/time/business-time.ts';
import { errors, route } from './base.ts';
import { MessageSchema } from './messages.contract.ts';
import {
  BroadcastCountsSchema,
  BroadcastNameSchema,
  broadcastsContract,
  CreateBroadcastSchema,
  TemplateOfBroadcastSchema,
} from './public/broadcasts.contract.ts';

/** What the dashboard has beside the broadcasts of the API: preview, test, and how a workspace sends. */

const count = z.int().min(0);

/** Who would get a broadcast, and what they would read. */
export const BroadcastPreviewSchema = z.strictObject({
  counts: BroadcastCountsSchema.pick({ recipients: true, excluded: true }),
  samples: z.array(
    z.strictObject({
      contact: z.strictObject({ id: idSchema('contact'), name: z.string(), phone: z.string().nullable() }),
      text: z.string().nullable().describe('Null: a value is missing, so this person would be excluded'),
    }),
  ),
  cost: z
    .strictObject({
      currency: z.string(),
      amount: z.number(),
      unpriced: count.describe('People in countries without a price; the amount does not include them'),
      countries: z.array(
        z.strictObject({
          country: CountrySchema.nullable().describe('Null: not known'),
          people: count,
          price: z.number().nullable(),
          amount: z.number().nullable(),
        }),
      ),
    })
    .nullable()
    .describe('Null: the workspace keeps no prices'),
});

const MinuteSchema = z.int().min(0).max(DAY_MINUTES);

const PriceSchema = z.number().min(0).max(1_000).nullable();

/** What the platform takes for a message, by country and category; the row without a country is for all others. */
export const BroadcastPricesSchema = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code, such as USD'),
  rows: z
    .array(
      z.strictObject({
        country: CountrySchema.nullable(),
        ...{ marketing: PriceSchema, utility: PriceSchema, authentication: PriceSchema },
      }),
    )
    .min(1)
    .max(260)
    .refine(
      (rows) => new Set(rows.map(({ country }) => country)).size === rows.length,
      'must list each country only once',
    ),
});

export const BroadcastSettingsSchema = z.strictObject({
  hours: z
    .strictObject({ from: MinuteSchema, to: MinuteSchema })
    .refine(({ from, to }) => from < to, 'must end after they start')
    .nullable()
    .describe('Minutes of the day in the time zone of the recipient; null: at any time'),
  prices: BroadcastPricesSchema.nullable(),
});

/** Sends the message of a broadcast to one number first. */
const BroadcastTestSchema = z.strictObject({
  template: TemplateOfBroadcastSchema,
  to: z.string().min(1).max(64).describe('The id of a contact, or a phone number'),
  values: idSchema('contact')
    .optional()
    .describe('The contact whose values it has; those of the recipient when not given'),
});

const BroadcastTestResultSchema = MessageSchema.pick({ status: true, error: true });

export const dashboardBroadcastsContract = {
  ...broadcastsContract,
  test: route('broadcasts:send')
    .route({ method: 'POST', path: '/broadcast-test' })
    .errors(
      errors(
        ...(['template_not_found', 'contact_not_found', 'contact_blocked', 'channel_not_connected'] as const),
        'send_queue_full',
      ),
    )
    .input(z.object({ body: BroadcastTestSchema }))
    .output(BroadcastTestResultSchema),
  settings: route('broadcasts:send')
    .route({ method: 'GET', path: '/broadcast-settings' })
    .input(z.object({}))
    .output(BroadcastSettingsSchema),
  changeSettings: route('settings:manage')
    .route({ method: 'PUT', path: '/broadcast-settings' })
    .input(z.object({ body: BroadcastSettingsSchema }))
    .output(BroadcastSettingsSchema),
  preview: route('broadcasts:send')
    .route({ method: 'POST', path: '/broadcast-preview' })
    .errors(errors('template_not_found', 'contact_not_found', 'segment_not_found'))
    .input(
      z.object({
        body: CreateBroadcastSchema.omit({ sendAt: true, sendAtLocal: true }).extend({
          name: BroadcastNameSchema.optional(),
        }),
      }),
    )
    .output(BroadcastPreviewSchema),
};

export type BroadcastTest = z.infer<typeof BroadcastTestSchema>;
export type BroadcastTestResult = z.infer<typeof BroadcastTestResultSchema>;
export type BroadcastPrices = z.infer<typeof BroadcastPricesSchema>;
export type BroadcastSettings = z.infer<typeof BroadcastSettingsSchema>;
export type BroadcastPreview = z.infer<typeof BroadcastPreviewSchema>;
