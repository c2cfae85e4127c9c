import { z } from 'zod';
import {
  ASSIST_FEATURE_NAMES,
  ASSIST_LANGUAGES,
  ASSIST_MODES,
  ASSIST_OUTCOMES,
  BEGINNINGS,
  CHECKED_VALUES_MAX,
  PROFILE_MAX,
  PROFILE_WORDS_MAX,
  RESULT_OUTCOMES,
} from '../../domain/assist/features.ts';
import {
  ASKED_AGAIN_DEFAULT,
  ASKED_AGAIN_MAX,
  isUrgentWord,
  URGENT_WORD_MAX,
  URGENT_WORDS_MAX,
} from '../../domain/assist/marks.ts';
import { isOrderFormat, ORDER_FORMAT_MAX, ORDER_FORMATS_MAX } from '../../domain/assist/order-formats.ts';
import { freeText, lineText } from '../../domain/text.ts';
import { errors, route } from '../base.ts';

const FeatureSchema = z.enum(ASSIST_FEATURE_NAMES);
const ModesSchema = z.record(FeatureSchema, z.enum(ASSIST_MODES));

const ProfileSchema = freeText({ max: PROFILE_MAX }).refine(
  (text) => text.split(/\s+/).filter(Boolean).length <= PROFILE_WORDS_MAX,
  `must contain at most ${PROFILE_WORDS_MAX} words`,
);

const OrderFormatSchema = lineText({ min: 3, max: ORDER_FORMAT_MAX }).refine(
  isOrderFormat,
  'must have letters, digits, # for a digit (three at least) and @ for a letter',
);

const UrgentWordSchema = lineText({ min: 1, max: URGENT_WORD_MAX }).refine(
  isUrgentWord,
  'must have a letter or a digit',
);

export const AssistSettingsSchema = z.strictObject({
  modes: ModesSchema.describe('The mode of every feature'),
  profile: z.string().describe('What the owner wrote about the business'),
  // Events of earlier versions have none.
  orderFormats: z.array(z.string()).default([]).describe('How order numbers are written, as in AB-####'),
  urgentWords: z.array(z.string()).default([]).describe('Words that mark a conversation as urgent'),
  askedAgainMinutes: z
    .int()
    .default(ASKED_AGAIN_DEFAULT)
    .describe('How far apart two messages are that ask twice; 0: asking again is not urgent'),
});

/** Counts in one request, and what one of them can be. */
export const OUTCOME_COUNTS_MAX = 50;
const COUNT_MAX = 1_000;

/** A name of any length, such as the path that an upstream uses: what only counts must never refuse a message. */
const ModelNameSchema = z.string().transform((name) => name.slice(0, 100));

const CountSchema = z.strictObject({
  feature: FeatureSchema,
  outcome: z.enum(ASSIST_OUTCOMES),
  language: z.enum(ASSIST_LANGUAGES),
  count: z.int().min(1).max(COUNT_MAX),
  model: ModelNameSchema.default('').describe('The model that wrote it; empty for features without one'),
});

export const AssistResultSchema = z.strictObject({
  feature: FeatureSchema,
  model: z.string().describe('The model; empty for features without one, and where there was none'),
  isTest: z.boolean().describe('Whether it was counted in test mode'),
  outcomes: z.record(z.enum(RESULT_OUTCOMES), z.int()),
});

const AnswersSchema = z.strictObject({
  count: z.int().describe('Messages of customers that were answered'),
  medianSeconds: z.int().nullable().describe('From the arrival to the answer; null: there is none'),
});

const SentMessagesSchema = z.strictObject({
  sent: z.int().describe('Texts that people have sent from the inbox'),
  began: z.int().describe('How many of them began as a suggestion'),
  answers: z.strictObject({
    shown: AnswersSchema.describe('While a suggestion was shown'),
    notShown: AnswersSchema.describe('While none was'),
  }),
});

/** What the assistant had to do with a message. */
export const AnswerStartSchema = z.strictObject({
  isShown: z.boolean().describe('Whether a suggestion was shown for it'),
  began: z
    .strictObject({ feature: z.enum(BEGINNINGS), model: ModelNameSchema })
    .optional()
    .describe('The feature whose text was taken into it'),
});

export const assistContract = {
  get: route('messages:read')
    .route({ method: 'GET', path: '/assist' })
    .input(z.object({}))
    .output(AssistSettingsSchema),
  change: route('settings:manage')
    .route({ method: 'PATCH', path: '/assist' })
    .input(
      z.object({
        body: z.strictObject({
          modes: z.partialRecord(FeatureSchema, z.enum(ASSIST_MODES)).optional(),
          profile: ProfileSchema.optional(),
          orderFormats: z.array(OrderFormatSchema).max(ORDER_FORMATS_MAX).optional(),
          urgentWords: z.array(UrgentWordSchema).max(URGENT_WORDS_MAX).optional(),
          askedAgainMinutes: z.int().min(0).max(ASKED_AGAIN_MAX).optional(),
        }),
      }),
    )
    .output(AssistSettingsSchema),
  /** Counts what became of suggestions on a screen. */
  count: route('messages:send')
    .route({ method: 'POST', path: '/assist/outcomes' })
    .input(
      z.object({ body: z.strictObject({ counts: z.array(CountSchema).min(1).max(OUTCOME_COUNTS_MAX) }) }),
    )
    .output(z.strictObject({ counted: z.int() })),
  results: route('settings:manage')
    .route({ method: 'GET', path: '/assist/results' })
    .input(z.object({ query: z.object({ days: z.coerce.number().int().min(1).max(365).default(30) }) }))
    .output(z.strictObject({ data: z.array(AssistResultSchema), messages: SentMessagesSchema })),
  /**
   * Says which emails, phones and codes of a text belong to other contacts and not to this one; never to which.
   */
  checkText: route('messages:send')
    .route({ method: 'POST', path: '/contacts/{id}/text-checks' })
    .errors(errors('contact_not_found'))
    .input(
      z.object({
        params: z.object({ id: z.string().max(64) }),
        body: z.strictObject({ values: z.array(lineText({ min: 1, max: 200 })).max(CHECKED_VALUES_MAX) }),
      }),
    )
    .output(z.strictObject({ knownToOthers: z.array(z.string()) })),
  /** Whether the assistant leaves a contact alone. */
  exclusion: route('contacts:read')
    .route({ method: 'GET', path: '/contacts/{id}/assist' })
    .errors(errors('contact_not_found'))
    .input(z.object({ params: z.object({ id: z.string().max(64) }) }))
    .output(z.strictObject({ isLeftOut: z.boolean() })),
  setExclusion: route('contacts:write')
    .route({ method: 'PUT', path: '/contacts/{id}/assist' })
    .errors(errors('contact_not_found'))
    .input(
      z.object({
        params: z.object({ id: z.string().max(64) }),
        body: z.strictObject({ isLeftOut: z.boolean() }),
      }),
    )
    .output(z.strictObject({ isLeftOut: z.boolean() })),
};

export type AssistSettings = z.infer<typeof AssistSettingsSchema>;
export type AnswerStart = z.infer<typeof AnswerStartSchema>;
export type AssistCount = z.infer<typeof CountSchema>;
export type AssistResult = z.infer<typeof AssistResultSchema>;
export type SentMessages = z.infer<typeof SentMessagesSchema>;
