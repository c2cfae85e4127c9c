import { z } from 'zod';
import { isStorableJson, JSON_LEVELS } from '../domain/storable-json.ts';
import { freeText, lineText, required } from '../domain/text.ts';
import { oneOfTwo } from './checks/one-of-two.ts';
import { LocationSchema } from './send-shared.ts';
import { WebLinkSchema } from './web-link.ts';

/** The platform's limit for the buttons of a template. */
export const TEMPLATE_BUTTONS_MAX = 10;
const PARAMETERS_MAX = 100;
/** The limit for templates that have only a body. */
const BODY_TEXT_MAX = 32_768;
const TEXT_MAX = 1_024;

const NOT_STORABLE = `must be nested at most ${JSON_LEVELS} levels deep and be well-formed Unicode`;

/** Returns the parameters of a union that make it list the known types when it receives an unknown one. */
export const byType = (...types: string[]) => by('type', types);
const by = (field: string, words: string[]) => ({
  error: ({ code, input }: { code?: string; input?: unknown }) => {
    if (code !== 'invalid_union') return undefined;
    const isMissing = (input as Record<string, unknown>)[field] === undefined;
    return `${isMissing ? 'is required: one of' : 'must be one of'} ${words.join(', ')}`;
  },
});

/** Templates with named variables accept their parameters in any order. */
const parameterName = z
  .string()
  .regex(/^[a-z0-9_]{1,512}$/, 'must be a variable name: lowercase letters, digits and _')
  .optional()
  .describe('The variable it fills, in a template whose variables have names');

const fallback = freeText({
  min: 1,
  max: TEXT_MAX,
  what: 'the text to show where the value cannot be formatted',
});

const currency = z.strictObject({
  type: z.literal('currency'),
  parameter_name: parameterName,
  currency: z.strictObject({
    fallback_value: fallback,
    code: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code such as EUR'),
    amount_1000: z.int().describe('The amount times 1,000'),
  }),
});

const dateTime = z.strictObject({
  type: z.literal('date_time'),
  parameter_name: parameterName,
  date_time: z.looseObject({ fallback_value: fallback }).refine(isStorableJson, NOT_STORABLE),
});

const textOf = (max: number) =>
  z.strictObject({
    type: z.literal('text'),
    parameter_name: parameterName,
    text: freeText({ min: 1, max, what: 'the text of the variable' }),
  });

/** A file uploaded to this server, or one that a program has uploaded to the platform itself. */
const FILE_ID = /^(?:\d{1,64}|med_[0-7][0-9a-hjkmnp-tv-z]{25})$/;

const file = {
  link: WebLinkSchema.optional(),
  id: z
    .string()
    .regex(FILE_ID, 'must be the id of a file uploaded with POST /media, or of one uploaded to WhatsApp')
    .optional()
    .describe('In the place of `link`: the id of a file uploaded with `POST /media`, or WhatsApp’s'),
};

const linkOrId = oneOfTwo(
  'link',
  'id',
  'the public http or https address of the file, or `id` of an uploaded one',
);

/** A file at the top of a message, by its address or its id. */
export const FILE_HEADERS = [
  z.strictObject({ type: z.literal('image'), image: z.strictObject(file).check(linkOrId) }),
  z.strictObject({ type: z.literal('video'), video: z.strictObject(file).check(linkOrId) }),
  z.strictObject({
    type: z.literal('document'),
    document: z
      .strictObject({ ...file, filename: lineText({ min: 1, max: 240 }).optional() })
      .check(linkOrId),
  }),
] as const;

const headerParameter = z.discriminatedUnion(
  'type',
  [
    textOf(TEXT_MAX),
    ...FILE_HEADERS,
    z.strictObject({ type: z.literal('location'), location: LocationSchema }),
  ],
  byType('text', 'image', 'video', 'document', 'location'),
);

const bodyParameter = z.discriminatedUnion(
  'type',
  [textOf(BODY_TEXT_MAX), currency, dateTime],
  byType('text', 'currency', 'date_time'),
);

const only = <Parameter extends z.ZodType>(parameter: Parameter) =>
  z.array(parameter, required('a list with one parameter')).length(1, 'must hold one parameter');

const INDEX = 'must be the position of the button among all buttons of the template, from 0 to 9';

const index = z
  .union(
    [
      z
        .int(INDEX)
        .min(0, INDEX)
        .max(TEMPLATE_BUTTONS_MAX - 1, INDEX),
      z.string().regex(/^[0-9]$/, INDEX),
    ],
    { error: ({ input }) => (input === undefined ? INDEX.replace('must be', 'is required:') : INDEX) },
  )
  .describe('The position of the button among all buttons of the template, from 0');

const button = { type: z.literal('button'), index };

const action = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('action'),
      action: z.record(z.string(), z.unknown()).refine(isStorableJson, NOT_STORABLE),
    }),
  ],
  byType('action'),
);

const buttonComponent = z.discriminatedUnion(
  'sub_type',
  [
    z.strictObject({
      ...button,
      sub_type: z.literal('quick_reply'),
      parameters: only(
        z.discriminatedUnion(
          'type',
          [
            z.strictObject({
              type: z.literal('payload'),
              payload: freeText({
                min: 1,
                max: 256,
                what: 'the value that is returned when the button is pressed',
              }),
            }),
          ],
          byType('payload'),
        ),
      ),
    }),
    z.strictObject({
      ...button,
      sub_type: z.literal('url'),
      parameters: only(z.discriminatedUnion('type', [textOf(2_000)], byType('text'))),
    }),
    z.strictObject({
      ...button,
      sub_type: z.literal('copy_code'),
      parameters: only(
        z.discriminatedUnion(
          'type',
          [
            z.strictObject({
              type: z.literal('coupon_code'),
              coupon_code: lineText({ min: 1, max: 20 }),
            }),
          ],
          byType('coupon_code'),
        ),
      ),
    }),
    z.strictObject({ ...button, sub_type: z.enum(['flow', 'catalog', 'mpm']), parameters: only(action) }),
  ],
  by('sub_type', ['quick_reply', 'url', 'copy_code', 'flow', 'catalog', 'mpm']),
);

const header = z.strictObject({ type: z.literal('header'), parameters: only(headerParameter) });
const body = z.strictObject({
  type: z.literal('body'),
  parameters: z
    .array(bodyParameter, required('a list with one parameter for each variable, in order'))
    .min(1, 'must hold one parameter for each variable; leave the component out when there is none')
    .max(PARAMETERS_MAX, `must hold at most ${PARAMETERS_MAX} parameters`),
});

/** Returns the id of the file of this server at the top of a message; null when there is none. */
export function uploadOf(
  components: readonly {
    type: string;
    parameters?: readonly Readonly<Record<string, unknown>>[] | undefined;
  }[],
): string | null {
  const [parameter] = components.find(({ type }) => type === 'header')?.parameters ?? [];
  return parameter ? uploadIn(parameter) : null;
}

/** Returns the id of a file of this server in the header of a template or an interactive message; else null. */
export function uploadIn(parameter: Readonly<Record<string, unknown>>): string | null {
  const { id } = (parameter[String(parameter.type)] ?? {}) as { id?: string };
  return id?.startsWith('med_') ? id : null;
}

const CARDS_MAX = 10;
const CARD_INDEX = `must be the position of the card, from 0 to ${CARDS_MAX - 1}`;

const carousel = z.strictObject({
  type: z.literal('carousel'),
  cards: z
    .array(
      z.strictObject({
        card_index: z
          .int(CARD_INDEX)
          .min(0, CARD_INDEX)
          .max(CARDS_MAX - 1, CARD_INDEX),
        components: withoutRepeats(
          z
            .array(
              z.discriminatedUnion(
                'type',
                [header, body, buttonComponent],
                byType('header', 'body', 'button'),
              ),
            )
            .max(4, 'must hold at most 4 components'),
        ),
      }),
      required('a list with the variables of each card'),
    )
    .min(1, 'must hold at least one card')
    .max(CARDS_MAX, `must hold at most ${CARDS_MAX} cards`)
    .superRefine((cards, context) => {
      const places = cards.map((card) => card.card_index);
      for (const [at, { card_index: place, components }] of cards.entries()) {
        if (places.indexOf(place) !== at) {
          const message = 'is the position of an earlier card: give each card its own';
          context.addIssue({ code: 'custom', path: [at, 'card_index'], message });
        }
        // A message has one file of this server.
        if (uploadOf(components) === null) continue;
        const message = 'have a file uploaded to this server: use links, or ids from WhatsApp, in cards';
        context.addIssue({ code: 'custom', path: [at, 'components'], message });
      }
    }),
});

const limitedTimeOffer = z.strictObject({
  type: z.literal('limited_time_offer'),
  parameters: only(
    z.discriminatedUnion(
      'type',
      [
        z.strictObject({
          type: z.literal('limited_time_offer'),
          limited_time_offer: z.strictObject({
            expiration_time_ms: z.int().min(0).describe('When the offer ends, in Unix milliseconds'),
          }),
        }),
      ],
      byType('limited_time_offer'),
    ),
  ),
});

/** The parameters of one part of a template. Only parts with variables are included. */
export const TemplateComponentSchema = z.discriminatedUnion(
  'type',
  [header, body, buttonComponent, carousel, limitedTimeOffer],
  byType('header', 'body', 'button', 'carousel', 'limited_time_offer'),
);

/** The variables of a template: at most one component for each part, and ten buttons. */
export const TemplateComponentsSchema = withoutRepeats(
  z
    .array(TemplateComponentSchema)
    .max(TEMPLATE_BUTTONS_MAX + 4, `must hold at most ${TEMPLATE_BUTTONS_MAX + 4} components`),
);

/** Returns the schema of a list of components that has each part of a template at most once. */
function withoutRepeats<List extends z.ZodType<{ type: string; index?: string | number | undefined }[]>>(
  list: List,
) {
  return list.superRefine((components, context) => {
    const parts = components.map((one) => (one.type === 'button' ? `button ${one.index}` : one.type));
    for (const [at, part] of parts.entries()) {
      if (parts.indexOf(part) === at) continue;
      context.addIssue({
        code: 'custom',
        path: [at],
        message: `is the second ${part}: combine them into one component`,
      });
    }
  });
}
