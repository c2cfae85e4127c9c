import { expect, it } from 'vitest';
import { addedIdentifiers, type VerifyEditOptions, verifyEdit } from './verify-edit.ts';

const PROMPT = 'Correct spelling and grammar of the message between the marks. Change nothing else.';
const options = (given: string, more: Partial<VerifyEditOptions> = {}): VerifyEditOptions => ({
  ...{ given, use: 'reply', isSameLanguage: true, today: '2026-11-24', prompt: PROMPT },
  ...more,
});
const refusal = (text: string, given: string, more: Partial<VerifyEditOptions> = {}) =>
  verifyEdit(text, options(given, more)).refused;

it('lets a text pass that says what the given one says, its promises and topics included', () => {
  const given = 'i will send you the refund tomorow, sorry for that';
  expect(verifyEdit('I will send you the refund tomorrow. Sorry for that!', options(given))).toEqual({
    refused: null,
    findings: [],
  });
  expect(refusal('*Done*', 'Done')).toBeNull();
  expect(refusal('Nós vamos entregar amanhã.', 'nós vai entregar amanhã')).toBeNull();
  expect(
    refusal('I will inform you tomorrow about the chair.', 'ill let u know tomorow about the chair'),
  ).toBeNull();
});

it.each([
  ['prompt', 'Correct spelling and grammar of the message between the marks.', 'helo there'],
  ['prompt', '{"text": "Hello"}', 'helo there'],
  [
    'promise',
    'Your parcel is with the courier. We will get back to you tomorrow.',
    'parcel is with the courier now',
  ],
  ['sensitive', 'Sorry that it arrived late, you get a discount.', 'sorry that it arrived late'],
  ['sensitive', 'Pedimos desculpas, o reembolso é total.', 'pedimos desculpas pelo atraso'],
  ['length', 'Thank you very much for your message. '.repeat(9), 'thanks for the message'],
  ['marks', 'The *blue chair is here.', 'the blue chair is here'],
  ['marks', '## Answer\nThe blue chair is here.', 'the blue chair is here'],
] as const)('refuses for its %s: %s', (kind, text, given) => {
  expect(refusal(text, given)).toBe(kind);
});

it('refuses what belongs to another contact', () => {
  const text = 'Your order 4711 is ready, ana@example.com.';
  expect(refusal(text, 'order 4711 ready', { knownToOthers: ['ana@example.com'] })).toBe('leak');
  expect(addedIdentifiers(text, ['your order 4711'], 5)).toEqual(['ana@example.com']);
});

it('only marks a promise where the given text are keywords, or in another language', () => {
  const text = 'Vou verificar e te aviso amanhã.';
  for (const [given, more] of [
    ['não sei, amanhã', { isFromKeywords: true }],
    ['The answer is open until tomorrow.', { isSameLanguage: false }],
  ] as const) {
    expect(verifyEdit(text, options(given, more))).toEqual({
      refused: null,
      findings: [{ kind: 'promise', text }],
    });
  }
  const bikes = options('We have bikes for kids.', { isSameLanguage: false });
  expect(verifyEdit('Temos bicicletas para crianças.', bikes).findings).toEqual([
    { kind: 'sensitive', text: 'crianças' },
  ]);
});

it('a summary says no promise that its messages do not', () => {
  const given = 'Oi, vocês entregam em Recife? Preciso da cadeira azul até sexta.';
  const text = 'Vamos enviar a cadeira azul em Recife até sexta';
  expect(refusal(text, given, { use: 'summary' })).toBe('promise');
  expect(refusal(text, `${given}\nVamos enviar amanhã.`, { use: 'summary' })).toBeNull();
});

it('what is only read may promise: the customer does', () => {
  expect(refusal('I will send it back tomorrow.', 'Vou devolver amanhã.', { use: 'reading' })).toBeNull();
  expect(refusal('I want my money back: *now', 'quero *agora', { use: 'reading' })).toBeNull();
});

it('does not refuse a translation for its alphabet', () => {
  const chinese = '您好,请问蓝色的椅子什么时候可以送到?我已经等了两个星期了,非常着急,请尽快回复我。谢谢。';
  const english = `Hello, when can the blue chair be delivered? I have been waiting for two weeks and I am in a
    great hurry, so please answer me as soon as possible. Thank you.`;
  expect(refusal(english, chinese, { use: 'reading' })).toBeNull();
});
