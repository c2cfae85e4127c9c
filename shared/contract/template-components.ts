import { z } from 'zod';
import { isStorableJson, JSON_LEVELS } from '../domain/storable-json.ts';
import { freeText, lineText, required } from '../domain/text.ts';
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

const file = z.strictObject({ link: WebLinkSchema });

/** A file at the top of a message, by its address. */
export const FILE_HEADERS = [
  z.strictObject({ type: z.literal('image'), image: file }),
  z.strictObject({ type: z.literal('video'), video: file }),
  z.strictObject({
    type: z.literal('document'),
    document: z.strictObject({ ...file.shape, filename: lineText({ min: 1, max: 240 }).optional() }),
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

/** The parameters of one part of a template. Only parts with variables are included. */
export const TemplateComponentSchema = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('header'), parameters: only(headerParameter) }),
    z.strictObject({
      type: z.literal('body'),
      parameters: z
        .array(bodyParameter, required('a list with one parameter for each variable, in order'))
        .min(1, 'must hold one parameter for each variable; leave the component out when there is none')
        .max(PARAMETERS_MAX, `must hold at most ${PARAMETERS_MAX} parameters`),
    }),
    buttonComponent,
  ],
  byType('header', 'body', 'button'),
);

/** The variables of a template: at most one header, one body and ten buttons. */
export const TemplateComponentsSchema = z
  .array(TemplateComponentSchema)
  .max(TEMPLATE_BUTTONS_MAX + 2, `must hold at most ${TEMPLATE_BUTTONS_MAX + 2} components`)
  .superRefine((components, context) => {
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
