import { z } from 'zod';
import { INTERACTIVE_MAX as MAX } from '../domain/message-limits.ts';
import { freeText, lineText, required } from '../domain/text.ts';
import { byType, FILE_HEADERS } from './template-components.ts';
import { ButtonLinkSchema } from './web-link.ts';

const line = lineText({ min: 1, max: MAX.line });
const textHeader = z.strictObject({ type: z.literal('text'), text: line });
const anyHeader = z.discriminatedUnion(
  'type',
  [textHeader, ...FILE_HEADERS],
  byType('text', 'image', 'video', 'document'),
);
const body = z.strictObject(
  {
    text: freeText({ min: 1, max: MAX.body, what: 'the text of the message' }).refine(
      // `min` already reports an empty text.
      (text) => text === '' || text.trim() !== '',
      'must not be blank',
    ),
  },
  required('{"text": …}, the text of the message'),
);
const footer = z.strictObject({ text: line }).optional();
const label = lineText({ min: 1, max: MAX.label });

const Buttons = z
  .strictObject({
    type: z.literal('button'),
    header: anyHeader.optional(),
    body,
    footer,
    action: z.strictObject({
      buttons: z
        .array(
          z.strictObject({
            type: z.literal('reply'),
            reply: z.strictObject({
              id: lineText({ min: 1, max: MAX.buttonId }).describe('Returned in `inbound.choice.id`'),
              title: label,
            }),
          }),
          required('a list of buttons'),
        )
        .min(1, 'must hold at least one button')
        .max(MAX.buttons, `must hold at most ${MAX.buttons} buttons`)
        .superRefine((buttons, context) => {
          for (const field of ['id', 'title'] as const) {
            const given = buttons.map(({ reply }, at) => ({
              value: reply[field],
              path: [at, 'reply', field],
            }));
            refuseRepeats(context, given, `is the ${field} of an earlier button: give each button its own`);
          }
        }),
    }),
  })
  .meta({ id: 'ReplyButtons', title: 'Reply buttons' });

const Section = z.strictObject({
  title: lineText({ min: 1, max: MAX.sectionTitle })
    .optional()
    .describe('Required when there is more than one section'),
  rows: z
    .array(
      z.strictObject({
        id: lineText({ min: 1, max: MAX.rowId }).describe('Returned in `inbound.choice.id`'),
        title: lineText({ min: 1, max: MAX.rowTitle }),
        description: lineText({ min: 1, max: MAX.rowDescription }).optional(),
      }),
      required('a list of rows'),
    )
    .min(1, 'must hold at least one row')
    .max(MAX.rows, `must hold at most ${MAX.rows} rows`),
});

const List = z
  .strictObject({
    type: z.literal('list'),
    header: textHeader.optional(),
    body,
    footer,
    action: z.strictObject({
      button: label.describe('The label of the button that opens the list'),
      sections: z
        .array(Section, required('a list of sections'))
        .min(1, 'must hold at least one section')
        .max(MAX.sections, `must hold at most ${MAX.sections} sections`)
        .superRefine((sections, context) => {
          for (const [at, { title }] of sections.entries()) {
            if (sections.length === 1 || title !== undefined) continue;
            const message = 'is required when there is more than one section';
            context.addIssue({ code: 'custom', path: [at, 'title'], message });
          }
          const rows = sections.flatMap((section, at) =>
            section.rows.map(({ id }, place) => ({ value: id, path: [at, 'rows', place, 'id'] })),
          );
          if (rows.length > MAX.rows) {
            const message = `must hold at most ${MAX.rows} rows together`;
            context.addIssue({ code: 'custom', message });
          }
          refuseRepeats(context, rows, 'is the id of an earlier row: give each row its own');
        }),
    }),
  })
  .meta({ id: 'OptionList', title: 'List' });

const Link = z
  .strictObject({
    type: z.literal('cta_url'),
    header: anyHeader.optional(),
    body,
    footer,
    action: z.strictObject({
      name: z.literal('cta_url'),
      parameters: z.strictObject({ display_text: label, url: ButtonLinkSchema }),
    }),
  })
  .meta({ id: 'LinkButton', title: 'Link button' });

/** A text with buttons, a list or a link, in the platform's format. */
export const InteractiveSchema = z.discriminatedUnion(
  'type',
  [Buttons, List, Link],
  byType('button', 'list', 'cta_url'),
);

/** Reports every value that an earlier field has too. */
function refuseRepeats<Input>(
  context: z.core.$RefinementCtx<Input>,
  fields: readonly { value: string; path: (string | number)[] }[],
  message: string,
): void {
  const seen = new Set<string>();
  for (const { value, path } of fields) {
    if (seen.has(value)) context.addIssue({ code: 'custom', path, message });
    seen.add(value);
  }
}
