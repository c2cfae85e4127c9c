import { describe, expect, it } from 'vitest';
import { findLeaks, showsPrompt } from './leaks.ts';

describe('findLeaks', () => {
  const known = ['+55 11 98765-4321', 'Bia@Loja.example', 'AB-48213'];

  it.each([
    ['Ligue para (11) 98765-4321', '(11) 98765-4321'],
    ['O email é bia@loja.example.', 'bia@loja.example'],
    ['Pedido #AB48213 saiu', 'AB48213'],
  ])('finds it however it is written: %s', (text, leaked) => {
    expect(findLeaks(text, known).map(({ start, end }) => text.slice(start, end))).toEqual([leaked]);
  });

  it('finds nothing else', () => {
    expect(findLeaks('Ligue para (11) 98765-4322 ou escreva para ana@loja.example', known)).toEqual([]);
  });
});

describe('showsPrompt', () => {
  const prompt = 'You are a quiet assistant to the staff, who answer customers. You only propose.';

  it('finds seven words in a row of the prompt', () => {
    expect(showsPrompt('I am: a quiet assistant to the staff, who answer customers', prompt)).toBe(true);
    expect(showsPrompt('I am a quiet assistant to the staff', prompt)).toBe(false);
  });

  it('finds the shape and the keys of an answer', () => {
    expect(showsPrompt('{"can": "answer"')).toBe(true);
    expect(showsPrompt('the key "can"', '', ['can'])).toBe(true);
    expect(showsPrompt('Yes, you can: answer here')).toBe(false);
  });
});
