import { describe, expect, it } from 'vitest';
import { findPromises } from './promises.ts';

/** A Tuesday afternoon. */
const NOW = { date: '2026-11-24', time: '15:20' };
const due = (text: string) => findPromises(text, NOW).map((promise) => promise.due);

describe('findPromises', () => {
  it('says which sentence it is', () => {
    const text = 'Good morning. I will send it tomorrow. Bye';
    expect(findPromises(text, NOW)).toEqual([
      { start: 14, end: 38, quote: 'I will send it tomorrow.', due: { date: '2026-11-25', time: null } },
    ]);
  });

  it.each([
    ["I'll get back to you in 2 hours", { date: '2026-11-24', time: '17:20' }],
    ['We will call you on Friday at 10am', { date: '2026-11-27', time: '10:00' }],
    ['I will check it by the end of the day', { date: '2026-11-24', time: '18:00' }],
    ['I will send it at 9:30', { date: '2026-11-25', time: '09:30' }],
    ['Te aviso amanhã de manhã', { date: '2026-11-25', time: '09:00' }],
    ['Vou verificar e te retorno em até 30 minutos', { date: '2026-11-24', time: '15:50' }],
    ['Enviaremos até sexta-feira', { date: '2026-11-27', time: null }],
    ['Vou te mandar dia 2', { date: '2026-12-02', time: null }],
    ['Retorno hoje às 18h', { date: '2026-11-24', time: '18:00' }],
    ['Le llamo mañana por la tarde', { date: '2026-11-25', time: '15:00' }],
    ['Voy a revisar su pedido', null],
    ['I will ask my colleague', null],
    ['Vou enviar em 12 horas', { date: '2026-11-25', time: '03:20' }],
    ['We will ship it within 3 business days', { date: '2026-11-27', time: null }],
  ])('reads when it is due: %s', (text, expected) => {
    expect(due(text)).toEqual([expected]);
  });

  it.each([
    'Can I send it tomorrow?',
    'I sent it yesterday',
    'We cannot refund that',
    'Não vou conseguir enviar hoje',
    'Você vai querer o azul?',
    'If you send the number',
    'The shop opens tomorrow at 9:00',
    'Abrimos amanhã às 9h',
    'Obrigado, bom dia',
  ])('finds none in: %s', (text) => {
    expect(due(text)).toEqual([]);
  });
});
