import { describe, expect, it } from 'vitest';
import { loadPhoneRules } from '../../lib/format/format-phone.ts';
import { loadPageTexts } from '../../lib/i18n.ts';
import { phoneHint, phoneProblem, phoneToSend } from './typed-phone.ts';

await loadPageTexts();
await loadPhoneRules();

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

  it('rejects a number that cannot exist', () => {
    for (const [typed, country] of [
      ['(212) 555-012', 'US'],
      ['+1 1987654321', null],
      ['+49 17', 'DE'],
    ] as const) {
      expect(phoneHint(typed, country), typed).toBeNull();
      expect(phoneProblem(typed, country), typed).not.toBeNull();
    }
  });

  it('asks for the country instead of reading local digits as a foreign number', () => {
    for (const typed of ['(212) 555-0123', '11 98765-4321']) {
      expect(phoneHint(typed, null)).toBeNull();
      expect(phoneProblem(typed, null)).toContain('Choose the country');
    }
  });

  it('has no hint until it is a number, and an error that explains why it is invalid', () => {
    expect(phoneHint('', 'BR')).toBeNull();
    expect(phoneHint('0', 'BR')).toBeNull();
    expect(phoneProblem('0170 1234567', 'US')).toContain('is not a valid number of United States');
    expect(phoneProblem('0170 1234567', null)).toContain('Choose the country');
    expect(phoneProblem('call me', 'BR')).toContain('must be a phone number with a country code');
  });
});
