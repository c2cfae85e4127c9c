import { describe, expect, it } from 'vitest';
import type { TemplateRow } from '../../db/models/template.model.ts';
import { renderTemplate } from './render-template.ts';

const template = (components: object[], parameterFormat = 'POSITIONAL') =>
  ({ components: JSON.stringify(components), parameterFormat }) as unknown as TemplateRow;

describe('a sent template', () => {
  it('has its values in the text, by position', () => {
    const row = template([{ type: 'BODY', text: 'Hi {{2}}, order {{1}} costs {{3}}.' }]);
    const parameters = [
      { type: 'text', text: '4711' },
      { type: 'text', text: 'Ada' },
      { type: 'currency', currency: { fallback_value: '€12', code: 'EUR', amount_1000: 12_000 } },
    ];
    expect(renderTemplate(row, [{ type: 'body', parameters }]).content).toBe('Hi Ada, order 4711 costs €12.');
  });

  it('has header, footer and buttons, with values by name', () => {
    const row = template(
      [
        { type: 'HEADER', format: 'TEXT', text: 'Order {{order_no}}' },
        { type: 'BODY', text: 'Hi {{name}}, {{name}}!' },
        { type: 'FOOTER', text: 'The depot' },
        { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Yes' }] },
      ],
      'NAMED',
    );
    const text = (parameter_name: string, value: string) => ({ type: 'text', parameter_name, text: value });
    const { content, payload } = renderTemplate(row, [
      { type: 'header', parameters: [text('order_no', '7')] },
      { type: 'body', parameters: [text('name', 'Bo')] },
    ]);
    expect(content).toBe('Order 7\n\nHi Bo, Bo!\n\nThe depot');
    expect(JSON.parse(payload).rendered).toEqual({
      header: 'Order 7',
      body: 'Hi Bo, Bo!',
      footer: 'The depot',
      buttons: [{ kind: 'quick_reply', label: 'Yes' }],
    });
  });

  it('keeps a variable that no value was sent for', () => {
    const row = template([{ type: 'BODY', text: 'Hi {{1}}' }]);
    expect(renderTemplate(row, []).content).toBe('Hi {{1}}');
  });
});
