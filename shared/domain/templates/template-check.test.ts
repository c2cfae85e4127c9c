import { describe, expect, it } from 'vitest';
import { checkTemplate, type SentComponent } from './template-check.ts';
import { readTemplateForm } from './template-form.ts';
import { segmentsOf } from './template-text.ts';

const text = (value: unknown, name?: string) => ({
  type: 'text',
  text: value,
  ...(name !== undefined && { parameter_name: name }),
});
const body = (...parameters: object[]): SentComponent => ({
  type: 'body',
  parameters: parameters as Record<string, unknown>[],
});
const numbered = readTemplateForm({
  parameterFormat: 'POSITIONAL',
  components: [
    { type: 'BODY', text: 'Hi {{1}}, order {{2}} is here.' },
    { type: 'FOOTER', text: 'Depot' },
  ],
});
const named = readTemplateForm({
  parameterFormat: 'NAMED',
  components: [{ type: 'BODY', text: 'Hi {{first_name}}, order {{order_no}} is here.' }],
});
const withFile = readTemplateForm({
  parameterFormat: 'POSITIONAL',
  components: [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Here it is.' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'URL', text: 'Track', url: 'https://x.example/{{1}}' },
        { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+1' },
        { type: 'QUICK_REPLY', text: 'Thanks' },
        { type: 'COPY_CODE' },
      ],
    },
  ],
});
const image = (value: object): SentComponent => ({
  type: 'header',
  parameters: [{ type: 'image', image: value }],
});
const button = (index: number | string, sub_type: string, parameter: object): SentComponent => ({
  type: 'button',
  sub_type,
  index,
  parameters: [parameter as Record<string, unknown>],
});
const whole = [
  image({ link: 'https://cdn.example/a.png' }),
  button('0', 'url', text('17')),
  button(3, 'copy_code', { type: 'coupon_code', coupon_code: 'X1' }),
];

describe('a complete template', () => {
  it.each([
    ['numbered', numbered, [body(text('Ada'), text('17'))]],
    [
      'numbered, with money and a date',
      numbered,
      [
        body(
          { type: 'currency', currency: { fallback_value: '€ 5' } },
          { type: 'date_time', date_time: { fallback_value: 'Friday' } },
        ),
      ],
    ],
    ['named, in any order', named, [body(text('17', 'order_no'), text('Ada', 'first_name'))]],
    ['a file and buttons', withFile, whole],
    [
      'a quick reply with its own payload',
      withFile,
      [...whole, button(2, 'quick_reply', { type: 'payload', payload: 'OK' })],
    ],
    ['a file stored on the platform', withFile, [image({ id: '61' }), ...whole.slice(1)]],
  ])('%s has no errors', (_what, form, given) => {
    expect(checkTemplate(form, given)).toEqual([]);
  });

  it('that has only a body accepts long values', () => {
    const only = readTemplateForm({ parameterFormat: '', components: [{ type: 'BODY', text: 'Hi {{1}}.' }] });
    expect(checkTemplate(only, [body(text('x'.repeat(32_768)))])).toEqual([]);
    expect(checkTemplate(numbered, [body(text('x'.repeat(1_025)), text('y'))])).toHaveLength(1);
  });
});

describe('an incomplete or invalid template', () => {
  it.each<[string, typeof numbered, SentComponent[], string, RegExp]>([
    ['nothing at all', numbered, [], 'components', /lack the body.*\{\{1\}\}, \{\{2\}\}/],
    ['one of two', numbered, [body(text('Ada'))], 'components.0.parameters', /must hold 2.*there is 1/],
    ['three of two', numbered, [body(text('a'), text('b'), text('c'))], 'components.0.parameters', /are 3/],
    [
      'an empty one',
      numbered,
      [body(text('Ada'), text('  '))],
      'components.0.parameters.1.text',
      /empty parameter/,
    ],
    [
      'a line break',
      numbered,
      [body(text('A\nda'), text('1'))],
      'components.0.parameters.0.text',
      /one line/,
    ],
    ['a tab', numbered, [body(text('A\tda'), text('1'))], 'components.0.parameters.0.text', /one line/],
    [
      'five blanks',
      numbered,
      [body(text('a     b'), text('1'))],
      'components.0.parameters.0.text',
      /four spaces/,
    ],
    [
      'a file in the body',
      numbered,
      [body({ type: 'image', image: {} }, text('1'))],
      'components.0.parameters.0.type',
      /one of text/,
    ],
    [
      'a name in a numbered template',
      numbered,
      [body(text('a', 'x'), text('b'))],
      'components.0.parameters.0.parameter_name',
      /left out/,
    ],
    [
      'no name in a named template',
      named,
      [body(text('a'), text('b', 'order_no'))],
      'components.0.parameters.0.parameter_name',
      /required/,
    ],
    [
      'an unknown name',
      named,
      [body(text('a', 'x'), text('b', 'order_no'))],
      'components.0.parameters.0.parameter_name',
      /one of first_name, order_no/,
    ],
    [
      'a name twice',
      named,
      [body(text('a', 'order_no'), text('b', 'order_no'))],
      'components.0.parameters.1.parameter_name',
      /twice/,
    ],
    [
      'a header that the template lacks',
      numbered,
      [body(text('a'), text('b')), image({ link: 'https://x.example' })],
      'components.1',
      /not expected/,
    ],
    ['no file', withFile, whole.slice(1), 'components', /needs the image/],
    [
      'text instead of the file',
      withFile,
      [{ type: 'header', parameters: [text('x')] }, ...whole.slice(1)],
      'components.0.parameters.0.type',
      /image/,
    ],
    [
      'a file without address',
      withFile,
      [image({}), ...whole.slice(1)],
      'components.0.parameters.0.image.link',
      /required/,
    ],
    [
      'no URL suffix',
      withFile,
      [whole[0] as SentComponent, whole[2] as SentComponent],
      'components',
      /“Track”/,
    ],
    [
      'a button that takes nothing',
      withFile,
      [...whole, button(1, 'url', text('x'))],
      'components.3',
      /takes no parameter/,
    ],
    [
      'a button that does not exist',
      withFile,
      [...whole, button(9, 'url', text('x'))],
      'components.3.index',
      /below 4/,
    ],
    [
      'the wrong kind of button',
      withFile,
      [...whole, button(2, 'url', text('x'))],
      'components.3.sub_type',
      /quick_reply/,
    ],
    [
      'a long code',
      withFile,
      [...whole.slice(0, 2), button(3, 'copy_code', { type: 'coupon_code', coupon_code: 'x'.repeat(21) })],
      'components.2.parameters.0.coupon_code',
      /20/,
    ],
  ])('%s is reported with its path', (_what, form, given, path, message) => {
    const errors = checkTemplate(form, given);
    expect(errors.map((error) => error.path)).toEqual([path]);
    expect(errors[0]?.message).toMatch(message);
  });
});

describe('reading a template', () => {
  it('reports what our forms cannot fill in, and never throws', () => {
    const read = (...components: Record<string, unknown>[]) =>
      readTemplateForm({ components, parameterFormat: 'POSITIONAL' });
    expect(read({ type: 'BODY', text: 'x' }, { type: 'CAROUSEL', cards: [] }).unsupported).toMatch(
      /carousel/,
    );
    expect(read({ type: 'HEADER', format: 'HOLOGRAM' }).unsupported).toMatch(/header/);
    expect(read({ type: 'BUTTONS', buttons: [{ type: 'MPM', text: 'Shop' }] }).unsupported).toMatch(
      /products/,
    );
    expect(read({ type: 7 }, { type: 'BUTTONS', buttons: [null, 7] }, { type: 'BODY' }).buttons).toHaveLength(
      2,
    );
    expect(read({ type: 'body', text: '{{2}} before {{1}}' }).body.variables).toEqual(['1', '2']);
  });
});

describe('the segments of a text', () => {
  it('are its text and variables in order, and join to the original text', () => {
    const text = 'Hi {{1}}{{ name }}, {not} {{2}}';
    const segments = segmentsOf(text);
    expect(segments.map(({ variable }) => variable)).toEqual([null, '1', 'name', null, '2']);
    expect(segments.map((segment) => segment.text).join('')).toBe(text);
    for (const segment of segments) expect(text.startsWith(segment.text, segment.at)).toBe(true);
  });
});
