import { expect, it } from 'vitest';
import { changeLanguage, loadPageTexts, t } from '../lib/i18n.ts';
import { en } from './en/index.ts';
import { ptBR } from './pt-BR/index.ts';

type Texts = { [key: string]: string | Texts };

const ENGLISH_PLURALS = ['one', 'other'];
/** Portuguese also has a plural form for millions. */
const PORTUGUESE_PLURALS = ['many', 'one', 'other'];

function flat(texts: Texts, path: string): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`),
  );
}

function all(language: Record<string, Texts>): Map<string, string> {
  return new Map(Object.entries(language).flatMap(([namespace, texts]) => flat(texts, `${namespace}:`)));
}

/** Returns the keys without their plural suffixes, each with the plural forms that it has. */
function pluralsOf(keys: Iterable<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const key of keys) {
    const [, base = key, form] = /^(.*)_(one|many|other)$/.exec(key) ?? [];
    found.set(base, [...(found.get(base) ?? []), ...(form ? [form] : [])]);
  }
  return found;
}

const placeholders = (text: string): string[] =>
  [...new Set(text.match(/\{\{\w+(, \w+)?\}\}|<\/?\w+\/?>/g) ?? [])].sort();

const english = all(en);
const portuguese = all(ptBR);

it('has every text in both languages', () => {
  expect([...pluralsOf(portuguese.keys()).keys()].sort()).toEqual(
    [...pluralsOf(english.keys()).keys()].sort(),
  );
});

it('has the plural forms of each language', () => {
  for (const forms of pluralsOf(english.keys()).values()) {
    if (forms.length > 0) expect(forms.sort()).toEqual(ENGLISH_PLURALS);
  }
  for (const forms of pluralsOf(portuguese.keys()).values()) {
    if (forms.length > 0) expect(forms.sort()).toEqual(PORTUGUESE_PLURALS);
  }
});

it('has the same placeholders and tags in both languages', () => {
  for (const [key, text] of portuguese) {
    const original = english.get(key) ?? english.get(key.replace(/_many$/, '_other')) ?? '';
    expect({ key, found: placeholders(text) }).toEqual({ key, found: placeholders(original) });
  }
});

it('has no empty texts', () => {
  for (const [key, text] of [...english, ...portuguese]) expect(text.trim(), key).not.toBe('');
});

it('says “0 mensagens” in Portuguese', async () => {
  await loadPageTexts();
  await changeLanguage('pt-BR');
  const messages = [0, 1, 2].map((count) => t('rehearsals:messages', { count, number: count }));
  await changeLanguage('en');
  expect(messages).toEqual(['0 mensagens', '1 mensagem', '2 mensagens']);
});
