import type { Mistake } from '../review/find-mistakes.ts';
import type { DraftCase, GoldenLanguage } from './draft-case.ts';

/** An answer of a colleague that a model looks at. */
export interface ReviewCase {
  language: GoldenLanguage;
  shop: DraftCase['shop'];
  /** The saved replies that were found, by their short names. */
  notes: readonly string[];
  asked: readonly string[];
  answer: string;
  /** What is to be found: its kind and its words; null: nothing. */
  finds: { kind: Mistake['kind']; words: string } | null;
  /** What a model writes that is right; and one that finds what is not there, or leaves out what is. */
  right: string;
  wrong: string;
}

const NOTHING = JSON.stringify({ open: [], wrong: [] });
const open = (at: number, words: string) => JSON.stringify({ open: [{ at, words }], wrong: [] });
const differs = (words: string, note: string, says: string) =>
  JSON.stringify({ open: [], wrong: [{ words, note, says }] });

export const REVIEWED: readonly ReviewCase[] = [
  {
    ...{ language: 'en', shop: 'cycles', notes: ['puncture', 'pay'] },
    ...{
      asked: ['Hi, what is a puncture repair?', 'And do you take cheques?'],
      answer: 'It costs £12 including the tube, and takes about 30 minutes while you wait.',
      finds: { kind: 'unanswered', words: 'do you take cheques' },
      ...{ right: open(2, 'do you take cheques?'), wrong: NOTHING },
    },
  },
  {
    ...{ language: 'en', shop: 'guesthouse', notes: ['parking', 'breakfast'] },
    ...{
      asked: ['Is there parking, and from what time is breakfast?'],
      answer: 'Yes, our car park costs £6 a night.',
      finds: { kind: 'unanswered', words: 'from what time is breakfast' },
      ...{ right: open(1, 'from what time is breakfast?'), wrong: NOTHING },
    },
  },
  {
    ...{ language: 'en', shop: 'cycles', notes: ['service', 'hours'] },
    ...{
      asked: ['How much is a full service?'],
      answer: 'A full service costs £85 and takes 4 working days.',
      finds: { kind: 'fact', words: '£85' },
      ...{ right: differs('A full service costs £85', 'A', 'A full service costs £95'), wrong: NOTHING },
    },
  },
  {
    ...{ language: 'en', shop: 'cycles', notes: ['rental', 'hours'] },
    ...{
      asked: ['What does an e-bike cost for a day?'],
      answer: 'An e-bike costs £35 a day. Please bring an ID and the deposit.',
      finds: null,
      ...{ right: NOTHING, wrong: differs('An e-bike costs £35 a day', 'A', 'City bikes cost £18 a day') },
    },
  },
  {
    ...{ language: 'en', shop: 'guesthouse', notes: ['times', 'shuttle'] },
    ...{
      asked: ['We arrive at 17:00', 'Could you pick us up at the station?'],
      answer: 'Gladly, for £14. We will be there at 17:00.',
      finds: null,
      ...{ right: NOTHING, wrong: open(1, 'When is check-in?') },
    },
  },
  {
    ...{ language: 'en', shop: 'cycles', notes: ['used', 'warranty'] },
    ...{
      asked: ['My chain jumps since yesterday. Can you look at it?'],
      answer: 'Of course. Bring it in today, we have time around 15:30.',
      finds: null,
      ...{
        right: NOTHING,
        wrong: differs(
          'we have time at 15:30',
          'A',
          'Bring the bike and its receipt on a weekday before 16:00',
        ),
      },
    },
  },
  {
    ...{ language: 'pt', shop: 'doces', notes: ['entrega', 'pagamento'] },
    ...{
      asked: ['Boa tarde! Vocês entregam em Olinda?', 'E dá para pagar no Pix?'],
      answer: 'Boa tarde! Em Olinda não entregamos, só em Recife.',
      finds: { kind: 'unanswered', words: 'dá para pagar no Pix' },
      ...{ right: open(2, 'dá para pagar no Pix?'), wrong: NOTHING },
    },
  },
  {
    ...{ language: 'pt', shop: 'patas', notes: ['banho', 'busca'] },
    ...{
      asked: ['Quanto é o banho de um cachorro grande e vocês buscam em casa?'],
      answer: 'O banho de porte grande custa R$ 98,00 e leva 2 horas.',
      finds: { kind: 'unanswered', words: 'vocês buscam em casa' },
      ...{ right: open(1, 'vocês buscam em casa?'), wrong: NOTHING },
    },
  },
  {
    ...{ language: 'pt', shop: 'doces', notes: ['bolo', 'prazo'] },
    ...{
      asked: ['Qual o preço do bolo de 3 kg?'],
      answer: 'O bolo de 3 kg custa R$ 185,00 e serve 30 pessoas.',
      finds: { kind: 'fact', words: 'R$ 185,00' },
      ...{
        right: differs('O bolo de 3 kg custa R$ 185,00', 'A', 'O de 3 kg custa R$ 195,00'),
        wrong: NOTHING,
      },
    },
  },
  {
    ...{ language: 'pt', shop: 'doces', notes: ['sabores', 'horario'] },
    ...{
      asked: ['Tem bolo de cenoura?'],
      answer: 'Tem sim! Para quantas pessoas seria?',
      finds: null,
      ...{ right: NOTHING, wrong: open(1, 'Qual o preço?') },
    },
  },
  {
    ...{ language: 'pt', shop: 'patas', notes: ['tosa', 'marcar'] },
    ...{
      asked: ['Oi, quanto fica a tosa higiênica?'],
      answer: 'Fica R$ 35,00. Quer marcar para quinta às 10h?',
      finds: null,
      ...{ right: NOTHING, wrong: differs('Fica R$ 35,00', 'A', 'A tosa completa custa R$ 90,00') },
    },
  },
  {
    ...{ language: 'pt', shop: 'doces', notes: ['retirada', 'horario'] },
    ...{
      asked: ['Meu pedido é o 4711, posso retirar sexta às 16h?'],
      answer: 'Pode sim, sexta às 16h está ótimo!',
      finds: null,
      ...{ right: NOTHING, wrong: differs('sexta às 16h', 'A', 'de terça a sexta até as 17h30') },
    },
  },
];
