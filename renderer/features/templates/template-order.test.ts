import { describe, expect, it } from 'vitest';
import type { Template } from '../../../shared/contract/templates.contract.ts';
import { matching, sendableTemplates } from './template-order.ts';
import { exampleOf, formOf, messageText } from './template-text.ts';

const template = (over: Partial<Template>): Template => ({
  id: `tpl_${over.name}`,
  name: 'order_update',
  language: 'en',
  status: 'APPROVED',
  category: 'UTILITY',
  previousCategory: null,
  parameterFormat: 'POSITIONAL',
  quality: null,
  rejectedReason: null,
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['17'] } },
    {
      type: 'BODY',
      text: 'Hi {{1}}, it comes on {{2}}. Café Depot.',
      example: { body_text: [['Ada', 'Friday']] },
    },
  ],
  lastSentAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...over,
});
const names = (list: Template[]) => list.map((one) => one.name);

describe('the template list', () => {
  it('contains the templates that can be sent, most recently used first', () => {
    const list = [
      template({ name: 'c' }),
      template({ name: 'rejected', status: 'REJECTED' }),
      template({ name: 'b', lastSentAt: '2026-02-01T00:00:00.000Z' }),
      template({ name: 'a', status: 'FLAGGED' }),
      template({ name: 'd', lastSentAt: '2026-03-01T00:00:00.000Z' }),
    ];
    expect(names(sendableTemplates(list))).toEqual(['d', 'b', 'a', 'c']);
  });

  it('can be searched by name, with spaces or underscores, and by any text, ignoring accents', () => {
    const list = [template({}), template({ name: 'other', components: [{ type: 'BODY', text: 'Bye.' }] })];
    for (const typed of ['order upd', 'ORDER_UPDATE', 'cafe', 'comes hi'])
      expect(names(matching(list, typed))).toEqual(['order_update']);
    expect(matching(list, ' ')).toHaveLength(2);
    expect(matching(list, 'hi bye')).toEqual([]);
  });
});

describe('the text of a template', () => {
  it('shows filled and empty variables', () => {
    const form = formOf(template({}));
    expect(messageText(form, { 'body.2': 'Friday', 'header.1': '17' })).toBe(
      'Order 17\nHi {{1}}, it comes on Friday. Café Depot.',
    );
  });

  it('shows sample values for numbered and named variables', () => {
    const field = { key: '', part: 'body', kind: 'text', name: '2', isOptional: false } as const;
    expect(exampleOf(template({}), field)).toBe('Friday');
    expect(exampleOf(template({}), { ...field, part: 'header', name: '1' })).toBe('17');
    const components = [
      {
        type: 'BODY',
        text: 'Hi {{day}}.',
        example: { body_text_named_params: [{ param_name: 'day', example: 'Monday' }] },
      },
    ];
    expect(exampleOf(template({ components, parameterFormat: 'NAMED' }), { ...field, name: 'day' })).toBe(
      'Monday',
    );
    expect(exampleOf(template({ components: [] }), field)).toBe('');
  });
});
