import { beforeAll, describe, expect, it } from 'vitest';
import { lineText } from '../../../shared/domain/text.ts';
import { loadLaterTexts } from '../i18n.ts';
import { allowed, emailRule, required } from './field-rules.ts';

describe('field rules', () => {
  beforeAll(() => loadLaterTexts());

  it('return an error for a missing value, and the limit for a long one', () => {
    const name = required('Enter a name', lineText({ min: 1, max: 5 }));
    expect(name('  ')).toBe('Enter a name');
    expect(name('Olga')).toBeNull();
    expect(name('Olga Depot')).toBe('Must have at most 5 characters');
  });

  it('allow an optional field to be empty', () => {
    expect(allowed(lineText({ max: 5 }))('')).toBeNull();
  });

  it('distinguish an empty email address from an invalid one', () => {
    expect(emailRule(' ')).toBe('Enter an email address');
    expect(emailRule('nope')).toBe('Enter a valid email address');
    expect(emailRule(' Olga@example.com ')).toBeNull();
  });
});
