import type { DraftCase, GoldenLanguage } from './draft-case.ts';

/** Questions of colleagues about what the workspace knows. Without `must`, no note answers: right is to say so. */
export interface AskCase {
  language: GoldenLanguage;
  shop: DraftCase['shop'];
  question: string;
  /** The saved replies that were found, by their short names. */
  notes: readonly string[];
  /** An answer that is right, with the letters of its notes. */
  right: string;
  must?: readonly (readonly string[])[];
  not?: readonly (readonly string[])[];
}

export const ASKED: readonly AskCase[] = [
  {
    ...{ language: 'en', shop: 'cycles', notes: ['service', 'puncture', 'hours'] },
    ...{
      question: 'How long does a full service take?',
      right: 'A full service takes 4 working days. [A]',
      must: [['4']],
      not: [['2 working days']],
    },
  },
  {
    ...{ language: 'en', shop: 'cycles', notes: ['rental', 'warranty'] },
    ...{
      question: 'What deposit do we ask for rentals?',
      right: 'We ask for a deposit of £100. [A]',
      must: [['100']],
    },
  },
  {
    ...{ language: 'en', shop: 'guesthouse', notes: ['cancel', 'times', 'rooms'] },
    ...{
      question: 'Until when is cancelling without cost?',
      right: 'Cancelling is without cost until 2 days before arrival. [A]',
      must: [['2 days', 'two days']],
    },
  },
  {
    ...{ language: 'en', shop: 'guesthouse', notes: ['dogs', 'parking'] },
    ...{
      question: 'Do we take cats?',
      right: 'We do not take cats. [A]',
      must: [['not', 'no cats', "don't", 'no,']],
      not: [['cats are welcome']],
    },
  },
  {
    ...{ language: 'en', shop: 'cycles', notes: ['hours', 'address'] },
    ...{ question: 'Who is our contact at the tyre supplier?', right: 'none' },
  },
  {
    ...{ language: 'en', shop: 'guesthouse', notes: ['wifi', 'breakfast'] },
    ...{ question: 'How many towels does a room get?', right: 'none' },
  },
  {
    ...{ language: 'pt', shop: 'doces', notes: ['bolo', 'prazo', 'sabores'] },
    ...{
      question: 'Quantas pessoas serve o bolo de 3 kg?',
      right: 'O bolo de 3 kg serve 30 pessoas. [A]',
      must: [['30']],
      not: [['20 pessoas']],
    },
  },
  {
    ...{ language: 'pt', shop: 'doces', notes: ['pagamento', 'entrega'] },
    ...{
      question: 'Qual é o sinal da encomenda?',
      right: 'O sinal da encomenda é de 50%. [A]',
      must: [['50']],
    },
  },
  {
    ...{ language: 'pt', shop: 'patas', notes: ['racao', 'horario'] },
    ...{
      question: 'Até que horas um pedido de ração chega no mesmo dia?',
      right: 'A ração chega no mesmo dia para pedidos feitos até as 15h. [A]',
      must: [['15h', '15:00', '15 horas']],
    },
  },
  {
    ...{ language: 'pt', shop: 'patas', notes: ['gatos', 'marcar'] },
    ...{
      question: 'Em que dias atendemos gatos?',
      right: 'Gatos são atendidos às quartas e sextas. [A]',
      must: [['quarta'], ['sexta']],
    },
  },
  {
    ...{ language: 'pt', shop: 'doces', notes: ['horario', 'retirada'] },
    ...{ question: 'Qual é a senha do alarme da loja?', right: 'none' },
  },
  {
    ...{ language: 'pt', shop: 'patas', notes: ['banho', 'tosa'] },
    ...{ question: 'Quem é o fornecedor dos xampus?', right: 'none' },
  },
];

/** Conversations that a colleague takes over. `must`: words of the summary; `not`: what no message says. */
export interface CatchUpCase {
  language: GoldenLanguage;
  shop: DraftCase['shop'];
  customer: string;
  /** Lines that begin with `>` are ours. */
  chat: readonly string[];
  /** Lines of a summary that are right: the number of the message, and words of it. */
  right: readonly (readonly [at: number, text: string])[];
  must: readonly (readonly string[])[];
  not: readonly (readonly string[])[];
}

export const TAKEN_OVER: readonly CatchUpCase[] = [
  {
    ...{ language: 'en', shop: 'cycles', customer: 'Jo Hall' },
    chat: [
      'Hi, I bought the red city bike in May and the gears jump.',
      '> Hello Jo, sorry about that. Do you have the order number?',
      'Yes, it is 4471.',
      '> Thanks. The gears are adjusted in a basic service, it costs £45.',
      'Is that not part of the warranty?',
      '> The warranty covers the gears if they are defective.',
      'And could I get a bike to ride in the meantime?',
      'I need one from Thursday.',
    ],
    right: [
      [1, 'The gears of the red city bike jump'],
      [4, 'The gears are adjusted in a basic service'],
      [7, 'Could get a bike to ride in the meantime'],
    ],
    must: [['gear'], ['bike']],
    not: [['refund'], ['95'], ['saturday']],
  },
  {
    ...{ language: 'en', shop: 'guesthouse', customer: 'Mina Patel' },
    chat: [
      'Good morning, we have booked two nights from 12 December.',
      '> Good morning, your booking of a double room is confirmed.',
      'We would like to bring our dog, and we arrive late, around 21:30.',
      '> Dogs are welcome for £10 a night. Check-in is until 22:00.',
      'Perfect. Could you also pick us up at the station?',
      '> The pick-up costs £14 a ride.',
      'Yes please. And is there a quiet room to the garden?',
    ],
    right: [
      [3, 'Would like to bring the dog and arrive late'],
      [6, 'The pick-up costs £14 a ride'],
      [7, 'Is there a quiet room to the garden'],
    ],
    must: [
      ['dog', 'station', 'pick'],
      ['room', 'garden'],
    ],
    not: [['refund'], ['cat'], ['118']],
  },
  {
    ...{ language: 'pt', shop: 'doces', customer: 'Carla Dias' },
    chat: [
      'Oi! Quero um bolo de cenoura para sábado, umas 20 pessoas.',
      '> Oi, Carla! O bolo de 2 kg serve 20 pessoas e custa R$ 140,00.',
      'Pode ser. Vocês colocam o nome Tiago no topo?',
      '> Sim, o topo de papel custa R$ 25,00.',
      'Fechado. Já fiz o Pix do sinal.',
      '> Recebemos o sinal, obrigada!',
      'Dá para trocar cenoura por chocolate?',
      'E posso retirar na sexta?',
    ],
    right: [
      [1, 'Quer um bolo de cenoura para sábado'],
      [4, 'O topo de papel custa R$ 25,00'],
      [7, 'Trocar cenoura por chocolate'],
    ],
    must: [['bolo'], ['chocolate', 'retirar', 'sexta']],
    not: [['195'], ['domingo'], ['cancel']],
  },
  {
    ...{ language: 'pt', shop: 'patas', customer: 'Rui Prado' },
    chat: [
      'Boa tarde, queria marcar banho para a Mel, é uma golden.',
      '> Boa tarde! O banho de porte grande custa R$ 98,00.',
      'Ok. Vocês buscam em casa?',
      '> Buscamos até 5 km por R$ 18,00.',
      'Moro a 3 km. Pode ser quinta às 10h?',
      '> Quinta às 10h está livre, marcamos.',
      'Obrigado. E a ração que pedi, já chegou?',
    ],
    right: [
      [1, 'Queria marcar banho para a Mel'],
      [6, 'Quinta às 10h marcamos'],
      [7, 'A ração que pediu já chegou'],
    ],
    must: [
      ['banho', 'racao'],
      ['mel', 'quinta', 'racao'],
    ],
    not: [['55,00'], ['gato'], ['domingo']],
  },
];
