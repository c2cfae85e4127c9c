import { expect, it } from 'vitest';
import en from './en.json' with { type: 'json' };
import ptBR from './pt-BR.json' with { type: 'json' };

it('has every menu text in both languages, with the same placeholders', () => {
  const placeholders = (texts: object) =>
    Object.entries(texts).map(([key, value]) => [key, String(value).match(/\{\{\w+\}\}/g), value !== '']);
  expect(placeholders(ptBR)).toEqual(placeholders(en));
});
