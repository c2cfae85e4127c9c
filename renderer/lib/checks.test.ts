import { expect, it } from 'vitest';
import {
  isFlag,
  isListOf,
  isNullable,
  isNumber,
  isOneOf,
  isOptional,
  isRecordOf,
  isShape,
  isText,
  readStored,
} from './checks.ts';

interface Item {
  name: string;
  state: 'on' | 'off';
  note: string | null;
  tags: string[];
  sizes: Record<string, number>;
  isNew?: boolean | undefined;
}

const isItem = isShape<Item>({
  name: isText,
  state: isOneOf('on', 'off'),
  note: isNullable(isText),
  tags: isListOf(isText),
  sizes: isRecordOf(isNumber),
  isNew: isOptional(isFlag),
});

const whole = { name: 'a', state: 'on', note: null, tags: ['x'], sizes: { s: 1 } };

it('accepts a whole object, with and without what may be missing, and with more than it asks for', () => {
  for (const value of [whole, { ...whole, isNew: true }, { ...whole, note: 'n', later: 5 }])
    expect(isItem(value)).toBe(true);
});

it('refuses an object with one wrong or missing field', () => {
  const wrong = { name: 1, state: 'maybe', note: 5, tags: 'x', sizes: { s: '1' }, isNew: 'yes' };
  for (const [field, value] of Object.entries(wrong)) {
    expect(isItem({ ...whole, [field]: value }), field).toBe(false);
    if (field !== 'isNew') expect(isItem({ ...whole, [field]: undefined }), field).toBe(false);
  }
  for (const value of [null, undefined, 'a', 5, [], [whole]]) expect(isItem(value)).toBe(false);
});

it('does not take what every object inherits for a field', () => {
  expect(isRecordOf(isText)({})).toBe(true);
  expect(isShape<{ name: string }>({ name: isText })({})).toBe(false);
});

it('reads stored JSON, and nothing from anything else', () => {
  expect(readStored(JSON.stringify(whole), isItem)).toEqual(whole);
  for (const text of [null, '', '{', '5', JSON.stringify({ ...whole, name: 1 })])
    expect(readStored(text, isItem)).toBeNull();
});
