import { describe, expect, it } from 'vitest';
import { guessCountry } from './guess-country.ts';

describe('guessCountry', () => {
  it.each([
    [['pt-BR', 'en-US'], 'BR'],
    [['de', 'en-GB'], 'GB'],
    [['de'], 'DE'],
    [['es-419', 'es'], null],
    [['not a language', 'fr-CA'], 'CA'],
    [[], null],
    [['eo'], null],
  ])('returns for %j the country %s', (languages, expected) => {
    expect(guessCountry(languages)).toBe(expected);
  });
});
