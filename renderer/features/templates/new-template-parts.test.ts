import { describe, expect, it } from 'vitest';
import { CreateTemplateSchema } from '../../../shared/contract/templates.contract.ts';
import { asTemplateName, numberedVariables, partsOf } from './new-template-parts.ts';

const typed = {
  name: 'order_ready',
  language: 'en',
  category: 'UTILITY' as const,
  header: ' Your order ',
  body: 'Hi {{1}}, order {{2}} is ready.',
  footer: '',
  samples: { 1: 'Ada', 2: ' 4711 ', 3: 'of a variable that was removed' },
  replies: ['Thanks', ' ', ''],
  link: { label: 'Track it', url: 'https://shop.example/track' },
};

describe('a new template', () => {
  it('has its parts as the platform expects them, without empty ones', () => {
    const components = partsOf(typed);
    expect(components).toEqual([
      { type: 'HEADER', format: 'TEXT', text: 'Your order' },
      { type: 'BODY', text: 'Hi {{1}}, order {{2}} is ready.', example: { body_text: [['Ada', '4711']] } },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Thanks' },
          { type: 'URL', text: 'Track it', url: 'https://shop.example/track' },
        ],
      },
    ]);
    const { name, language, category } = typed;
    expect(CreateTemplateSchema.safeParse({ name, language, category, components }).success).toBe(true);
    expect(
      partsOf({ ...typed, header: '', body: 'Hi.', replies: [], link: { label: 'x', url: '' } }),
    ).toEqual([{ type: 'BODY', text: 'Hi.' }]);
  });

  it('asks for samples in the order of the numbers', () => {
    expect(numberedVariables('{{2}} and {{1}}, {{2}} again, {{name}}')).toEqual(['1', '2']);
  });

  it('has a name that the platform takes', () => {
    expect(asTemplateName('Pedido Não Entregue 2!')).toBe('pedido_nao_entregue_2_');
    expect(asTemplateName(' 漢字')).toBe('');
  });
});
