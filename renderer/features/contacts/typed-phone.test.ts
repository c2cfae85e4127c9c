import { describe, expect, it } from 'vitest';
import { phoneHint, phoneProblem, phoneToSend } from './typed-phone.ts';

describe('a phone number typed in the contact form', () => {
  it.each([
    ['11 98765-4321', 'BR', 'Will be saved as +55 11 98765 4321'],
    ['31 98765-4321', 'BR', 'Will be saved as +55 31 98765 4321'],
    ['(212) 555-0123', 'US', 'Will be saved as +1 212 555 0123'],
    ['0170 1234567', 'DE', 'Will be saved as +49 170 1234567'],
    ['+44 7700 900141', 'DE', 'Will be saved as +44 7700 900141'],
    ['15550100123', null, 'Will be saved as +1 555 010 0123'],
  ] as const)('%s in %s is saved as the hint shows', (typed, country, hint) => {
    expect(phoneHint(typed, country)).toBe(hint);
    expect(phoneToSend(typed, country).replace(/\D/g, '')).toBe(hint.replace(/\D/g, ''));
    expect(phoneProblem(typed, country)).toBeNull();
  });

  it('shows a warning for a number that looks incomplete', () => {
    expect(phoneHint('(212) 555-012', 'US')).toMatch(/^Will be saved as \+212 .*looks incomplete/);
  });

  it('has no hint until it is a number, and an error that explains why it is invalid', () => {
    expect(phoneHint('', 'BR')).toBeNull();
    expect(phoneHint('0', 'BR')).toBeNull();
    expect(phoneProblem('0170 1234567', 'US')).toContain(
      "is not a valid number for your workspace's country (United States)",
    );
    expect(phoneProblem('0170 1234567', null)).toContain('has no country code');
    expect(phoneProblem('call me', 'BR')).toContain('must be a phone number with a country code');
  });
});
