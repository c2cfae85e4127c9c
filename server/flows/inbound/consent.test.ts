import { describe, expect, it } from 'vitest';
import { readConsent } from './consent.ts';

const GERMAN = '491701234567';
const BRAZILIAN = '5511987654321';
const MEXICAN = '5215512345678';

describe('a word about marketing', () => {
  it.each([
    ['STOP', GERMAN, { means: 'unsubscribed', language: 'en' }],
    [' stop! ', BRAZILIAN, { means: 'unsubscribed', language: 'pt' }],
    ['Stop.', MEXICAN, { means: 'unsubscribed', language: 'es' }],
    ['opt-out', BRAZILIAN, { means: 'unsubscribed', language: 'en' }],
    ['Parar', BRAZILIAN, { means: 'unsubscribed', language: 'pt' }],
    ['PARAR', MEXICAN, { means: 'unsubscribed', language: 'es' }],
    ['Cancelar inscrição', BRAZILIAN, { means: 'unsubscribed', language: 'pt' }],
    ['*sair*', BRAZILIAN, { means: 'unsubscribed', language: 'pt' }],
    ['Darme  de baja', MEXICAN, { means: 'unsubscribed', language: 'es' }],
    ['ＳＴＯＰ', null, { means: 'unsubscribed', language: 'en' }],
    ['start', null, { means: 'subscribed', language: 'en' }],
    ['Inscrever', BRAZILIAN, { means: 'subscribed', language: 'pt' }],
    ['ALTA', MEXICAN, { means: 'subscribed', language: 'es' }],
  ])('%s', (text, phone, expected) => expect(readConsent(text, phone)).toEqual(expected));

  it.each([
    ...['please stop', 'Stop the delivery', 'cancel', 'cancelar', 'end', 'não', '', '!', 'constructor'],
    ...['stop'.padEnd(60, '.'), null],
  ])('is not: %s', (text) => expect(readConsent(text, BRAZILIAN)).toBeNull());
});
