import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TemplateComponentsSchema } from '../../contract/template-components.ts';
import { checkTemplate } from './template-check.ts';
import { componentsFrom, fieldErrors, fieldsOf, type TemplateField, valuesFrom } from './template-fields.ts';
import { readTemplateForm } from './template-form.ts';

const label = fc.stringMatching(/^[A-Za-z ]{1,20}$/);
const textWith = (variables: string[]) => `Start ${variables.map((name) => `{{${name}}} and`).join(' ')} end`;

/** Any template that the platform could have approved. */
const template = fc
  .record({
    isNamed: fc.boolean(),
    body: fc.nat({ max: 6 }),
    header: fc.constantFrom('NONE', 'PLAIN', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'),
    hasFooter: fc.boolean(),
    buttons: fc.array(
      fc.record({
        type: fc.constantFrom('URL', 'OPEN_URL', 'QUICK_REPLY', 'PHONE_NUMBER', 'COPY_CODE', 'FLOW'),
        text: label,
      }),
      { maxLength: 10 },
    ),
  })
  .map(({ isNamed, body, header, hasFooter, buttons }) => {
    const names = Array.from({ length: body }, (_, index) => (isNamed ? `name_${index}` : String(index + 1)));
    const first = isNamed ? 'title' : '1';
    return {
      parameterFormat: isNamed ? 'NAMED' : 'POSITIONAL',
      components: [
        ...(header === 'NONE' ? [] : [headerOf(header, first)]),
        { type: 'BODY', text: textWith(names) },
        ...(hasFooter ? [{ type: 'FOOTER', text: 'Foot' }] : []),
        ...(buttons.length > 0
          ? [
              {
                type: 'BUTTONS',
                buttons: buttons.map((one) => (one.type.endsWith('URL') ? urlOf(one) : one)),
              },
            ]
          : []),
      ],
    };
  });

function headerOf(kind: string, variable: string) {
  if (kind === 'PLAIN') return { type: 'HEADER', format: 'TEXT', text: 'Plain' };
  if (kind === 'TEXT') return { type: 'HEADER', format: 'TEXT', text: `About {{${variable}}} now` };
  return { type: 'HEADER', format: kind };
}

const urlOf = ({ type, text }: { type: string; text: string }) => ({
  type: 'URL',
  text,
  url: type === 'OPEN_URL' ? 'https://shop.example/{{1}}' : 'https://shop.example/',
});

const word = fc.stringMatching(/^[^\s\p{C}]{1,12}( [^\s\p{C}]{1,5})?$/u);
/** Generates input that a person could type into a field. */
function typed({ kind }: TemplateField) {
  if (kind === 'latitude' || kind === 'longitude')
    return fc.double({ min: -90, max: 90, noNaN: true }).map((degrees) => degrees.toFixed(5));
  if (kind === 'link') return fc.webUrl();
  return word;
}

const filled = template.chain((source) => {
  const form = readTemplateForm(source);
  const values = Object.fromEntries(fieldsOf(form).map((field) => [field.key, typed(field)]));
  return fc.record({ form: fc.constant(form), values: fc.record(values) });
});

describe('the form of any template', () => {
  it('reads the values back from the components that it builds', () => {
    fc.assert(
      fc.property(filled, ({ form, values }) => {
        const components = componentsFrom(form, values);
        // As JSON, which has no minus zero.
        const again = JSON.stringify(componentsFrom(form, valuesFrom(form, components)));
        expect(again).toBe(JSON.stringify(components));
      }),
    );
  });

  it('builds components that the validator and the contract accept', () => {
    fc.assert(
      fc.property(filled, ({ form, values }) => {
        const components = componentsFrom(form, values);
        expect(checkTemplate(form, components)).toEqual([]);
        expect(fieldErrors(form, values)).toEqual({});
        const read = TemplateComponentsSchema.safeParse(components);
        expect(read.error?.issues ?? []).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('reports each required field that is left empty', () => {
    fc.assert(
      fc.property(filled, fc.nat(), ({ form, values }, seed) => {
        const fields = fieldsOf(form);
        const field = fields[seed % Math.max(1, fields.length)];
        if (!field) return;
        const errors = fieldErrors(form, { ...values, [field.key]: ' ' });
        expect(Object.keys(errors)).toEqual(field.isOptional ? [] : [field.key]);
      }),
      { numRuns: 500 },
    );
  });

  it('reports a line break, a tab, five spaces and too long a value in any text field', () => {
    fc.assert(
      fc.property(
        filled,
        fc.constantFrom('a\nb', 'a\tb', 'a     b', 'x'.repeat(40_000)),
        ({ form, values }, bad) => {
          for (const field of fieldsOf(form).filter(({ kind }) => kind === 'text')) {
            expect(Object.keys(fieldErrors(form, { ...values, [field.key]: bad }))).toEqual([field.key]);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
