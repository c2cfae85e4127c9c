import { describe, expect, it } from 'vitest';
import { isCommon, isPersonal } from './new-password.ts';

describe('a new password', () => {
  it.each([
    'password123',
    'Password2024!',
    '1234567890',
    'qwertyuiop',
    'aaaaaaaaaa',
    'abcdefghij',
    '9876543210',
    'basketball',
    'dragon99999',
    'dragon-dragon',
    '1q2w3e4r5t6y',
  ])('must not be common: %s', (password) => expect(isCommon(password)).toBe(true));

  it.each(['correct horse battery', 'Tulpen im Mai 7', 'vermelho-azul-9-cedo', 'kR8#vQz!mN2p'])(
    'may be uncommon: %s',
    (password) => expect(isCommon(password)).toBe(false),
  );

  const olga = {
    email: 'olga.petrova@depot.example',
    name: 'Olga Petrova',
    workspaceName: 'Depot & Daughters',
  };
  it.each([
    'olga.petrova@depot.example',
    'Petrova2024!!',
    'depotdaughters',
    'OlgaPetrova99',
    'Depot-12345678',
  ])('must not be about the person: %s', (password) => expect(isPersonal(password, olga)).toBe(true));

  it.each(['correct horse battery', 'the depot opens at nine', 'kR8#vQz!mN2p'])(
    'may contain a word about the person: %s',
    (password) => expect(isPersonal(password, olga)).toBe(false),
  );
});
