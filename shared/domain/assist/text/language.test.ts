import { describe, expect, it } from 'vitest';
import { isInLanguage, languageOf } from './language.ts';

describe('languageOf', () => {
  it.each([
    ['en', 'hey do u guys have this in blue'],
    ['en', 'wrong item arrived, box damaged'],
    ['en', 'when does my package get here'],
    ['en', 'Thank you so much!!'],
    ['pt', 'oi moço, cadê meu pacote?'],
    ['pt', 'vcs entregam no centro'],
    ['pt', 'muito obrigada, chegou certinho'],
    ['pt', 'qual o prazo de entrega pra Recife'],
    ['pt', 'Bom dia, tudo bem?'],
    ['pt', 'pedido atrasado de novo'],
    ['es', '¿cuánto cuesta el envío a Madrid?'],
    ['es', 'hola, quisiera cambiar la talla'],
    ['es', 'todavía no llegó mi pedido'],
    ['es', 'muchas gracias por la ayuda'],
    ['other', 'Wann kommt meine Bestellung an?'],
    ['other', "Bonjour, où est ma commande s'il vous plaît"],
    ['other', 'где мой заказ, пожалуйста'],
    ['other', 'quanto costa la spedizione per Roma'],
    ['unknown', 'ok'],
    ['unknown', 'Pizza 45'],
    ['unknown', 'https://example.com/a/very/long/address'],
  ])('%s: %s', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });
});

describe('isInLanguage', () => {
  it('accepts what is too short to say, and every language where none is expected', () => {
    expect(isInLanguage('ok', 'pt')).toBe(true);
    expect(isInLanguage('When do you open tomorrow?', 'unknown')).toBe(true);
    expect(isInLanguage('When do you open tomorrow?', 'pt')).toBe(false);
  });
});
