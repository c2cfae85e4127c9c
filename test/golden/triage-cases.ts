import type { Triage } from '../../shared/domain/assist/text/triage.ts';

/**
 * Messages with how many minutes ago they came: ours start with >. Then what the conversation needs. The owner lists
 * urgent, urgente and parado.
 */
export type TriageCase = readonly [
  language: 'en' | 'pt',
  messages: readonly (readonly [minutesAgo: number, text: string])[],
  state: Triage['state'],
  ...urgency: Triage['urgency'],
];

export const URGENT_WORDS = ['urgent', 'urgente', 'parado'];

export const TRIAGE_CASES: readonly TriageCase[] = [
  ['en', [[5, 'When do you open tomorrow?']], 'needs_answer'],
  ['en', [[5, 'my parcel is broken']], 'needs_answer'],
  ['en', [[5, 'thanks!']], 'thanks_only'],
  ['en', [[5, 'ok great, thank you so much 🙏']], 'thanks_only'],
  ['en', [[5, 'thanks, but when does it arrive?']], 'needs_answer'],
  ['en', [[0.05, 'hi']], 'burst'],
  ['en', [[0.05, 'I wanted to ask you something and']], 'burst'],
  ['en', [[0.05, 'where is my order?']], 'needs_answer'],
  [
    'en',
    [
      [30, 'hi'],
      [20, '> Hello, how can we help?'],
    ],
    'nothing',
  ],
  ['en', [[300, 'where is my order?']], 'needs_answer', 'waiting'],
  ['en', [[5, 'this is urgent, the machine stopped']], 'needs_answer', 'word'],
  [
    'en',
    [
      [90, 'where is my order 48213'],
      [80, '> We check'],
      [5, 'where is order 48213??'],
    ],
    'needs_answer',
    'repeat',
  ],
  [
    'en',
    [
      [90, 'thanks'],
      [80, '> You are welcome'],
      [70, 'ok'],
    ],
    'thanks_only',
  ],
  ['en', [[5, '']], 'needs_answer'],
  ['en', [[5, '10 pieces ok']], 'needs_answer'],
  ['pt', [[5, 'Que horas abre amanhã?']], 'needs_answer'],
  ['pt', [[5, 'meu pacote chegou quebrado']], 'needs_answer'],
  ['pt', [[5, 'obrigada!']], 'thanks_only'],
  ['pt', [[5, 'blz, muito obrigado pela ajuda 🙏']], 'thanks_only'],
  ['pt', [[5, 'obrigado, mas quando chega?']], 'needs_answer'],
  ['pt', [[0.05, 'oi']], 'burst'],
  ['pt', [[0.05, 'queria perguntar uma coisa e']], 'burst'],
  ['pt', [[0.05, 'cadê meu pedido?']], 'needs_answer'],
  [
    'pt',
    [
      [30, 'oi'],
      [20, '> Olá, como podemos ajudar?'],
    ],
    'nothing',
  ],
  ['pt', [[300, 'cadê meu pedido?']], 'needs_answer', 'waiting'],
  ['pt', [[5, 'é urgente, estou com o carro parado']], 'needs_answer', 'word'],
  [
    'pt',
    [
      [90, 'cade meu pedido 48213'],
      [80, '> Vamos ver'],
      [5, 'e meu pedido 48213, cadê?'],
    ],
    'needs_answer',
    'repeat',
  ],
  [
    'pt',
    [
      [90, 'valeu'],
      [80, '> Por nada'],
      [70, 'kkk ok'],
    ],
    'thanks_only',
  ],
  ['pt', [[5, '']], 'needs_answer'],
  ['pt', [[5, '10 unidades ok']], 'needs_answer'],
];
