import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createClock } from '../../server/sandbox/state/clock.ts';
import { openStore } from '../../server/sandbox/state/store.ts';
import { createCatalogue } from '../../server/sandbox/templates/catalogue.ts';
import { fitTemplate } from '../../server/sandbox/templates/fit.ts';
import { readTemplate } from '../../server/sandbox/templates/rules.ts';
import { checkTemplate } from '../../shared/domain/templates/template-check.ts';
import { componentsFrom, fieldsOf } from '../../shared/domain/templates/template-fields.ts';
import { readTemplateForm } from '../../shared/domain/templates/template-form.ts';

const buttonOf: Record<string, object> = {
  URL: { type: 'URL', text: 'Open', url: 'https://shop.example/{{1}}', example: ['https://shop.example/1'] },
  PLAIN_URL: { type: 'URL', text: 'Home', url: 'https://shop.example/' },
  PHONE_NUMBER: { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+15550109000' },
  COPY_CODE: { type: 'COPY_CODE', example: 'X1' },
};

/** Templates that a business could submit and the platform would accept. */
const submission = fc
  .record({
    isNamed: fc.boolean(),
    count: fc.nat({ max: 4 }),
    header: fc.constantFrom('NONE', 'PLAIN', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'),
    buttons: fc.uniqueArray(fc.constantFrom(...Object.keys(buttonOf))),
    replies: fc.nat({ max: 2 }),
  })
  .map(({ isNamed, count, header, buttons, replies }) => {
    const names = Array.from({ length: count }, (_, index) => (isNamed ? `field_${index}` : `${index + 1}`));
    const sample = (part: string, of: readonly string[]) =>
      isNamed
        ? { [`${part}_text_named_params`]: of.map((name) => ({ param_name: name, example: 'x' })) }
        : { [`${part}_text`]: part === 'body' ? [of.map(() => 'x')] : of.map(() => 'x') };
    const first = isNamed ? 'title' : '1';
    const list = [
      ...Array.from({ length: replies }, (_, index) => ({ type: 'QUICK_REPLY', text: `Reply ${index}` })),
      ...buttons.map((kind) => buttonOf[kind]),
    ];
    return {
      name: 'generated',
      language: 'en',
      category: 'UTILITY',
      parameter_format: isNamed ? 'NAMED' : 'POSITIONAL',
      components: [
        ...(header === 'NONE'
          ? []
          : header === 'PLAIN'
            ? [{ type: 'HEADER', format: 'TEXT', text: 'Plain' }]
            : header === 'TEXT'
              ? [
                  {
                    type: 'HEADER',
                    format: 'TEXT',
                    text: `On {{${first}}}`,
                    example: sample('header', [first]),
                  },
                ]
              : [{ type: 'HEADER', format: header, example: { header_handle: ['sample'] } }]),
        {
          type: 'BODY',
          text: `Good day ${names.map((name) => `{{${name}}} and then also`).join(' ')} goodbye.`,
          ...(count > 0 && { example: sample('body', names) }),
        },
        ...(list.length > 0 ? [{ type: 'BUTTONS', buttons: list }] : []),
      ],
    };
  });

it('our validator and the sandbox’s, which share no code, accept and reject the same sends', () => {
  let rejected = 0;
  fc.assert(
    fc.property(submission, fc.nat(), (fields, seed) => {
      const catalogue = createCatalogue(openStore(null), createClock());
      const { components } = catalogue.add({ ...readTemplate('9', fields), status: 'APPROVED' });
      const form = readTemplateForm({ components, parameterFormat: fields.parameter_format });
      const values = Object.fromEntries(
        fieldsOf(form).map(({ key, kind }) => [
          key,
          kind === 'link' ? 'https://cdn.example/a' : kind.endsWith('itude') ? '12.5' : 'words',
        ]),
      );
      const whole = componentsFrom(form, values);
      // The whole, without one part, and without the last parameter of one part.
      const at = seed % Math.max(1, whole.length);
      const without = whole.filter((_, index) => index !== at);
      const cut = whole.map((one, index) =>
        index === at ? { ...one, parameters: (one.parameters ?? []).slice(0, -1) } : one,
      );
      for (const given of [whole, without, cut]) {
        const isOurs = checkTemplate(form, given).length === 0;
        const sent = given.map((one) =>
          one.index === undefined ? one : { ...one, index: String(one.index) },
        );
        const payload = { name: 'generated', language: { code: 'en' }, components: sent };
        let isTheirs = true;
        try {
          fitTemplate(catalogue, '9', payload);
        } catch {
          isTheirs = false;
        }
        // An empty list of parameters in a quick reply is rejected by our schema instead.
        const isEmpty = given.some((one) => (one.parameters ?? []).length === 0);
        if (!isEmpty) expect(isOurs, JSON.stringify(given)).toBe(isTheirs);
        if (!isTheirs) rejected += 1;
      }
      expect(checkTemplate(form, whole)).toEqual([]);
    }),
    { numRuns: 400 },
  );
  expect(rejected).toBeGreaterThan(100);
});
