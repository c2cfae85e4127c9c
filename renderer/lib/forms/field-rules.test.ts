import { describe, expect, it } from 'vitest';
import { lineText } from '../../../shared/domain/text.ts';
import { allowed, emailRule, required } from './field-rules.ts';

describe('the rules of fields', () => {
  it('ask for what is missing, and say the limit of what is too long', () => {
    const name = required('Enter a name', lineText({ min: 1, max: 5 }));
    expect(name('  ')).toBe('Enter a name');
    expect(name('Olga')).toBeNull();
    expect(name('Olga Depot')).toBe('Must have at most 5 characters');
  });

  it('leave alone what may be empty', () => {
    expect(allowed(lineText({ max: 5 }))('')).toBeNull();
  });

  it('tell an empty email address from a wrong one', () => {
    expect(emailRule(' ')).toBe('Enter an email address');
    expect(emailRule('nope')).toBe('Enter a valid email address');
    expect(emailRule(' Olga@example.com ')).toBeNull();
  });
});
