import { expect, it } from 'vitest';
import { isCorrection } from './corrections.ts';

it.each([
  'Sorry, I meant Thursday, not Tuesday.',
  'oops, i meant £45',
  'I meant to say 14:30',
  'Correction: the order is 4471',
  'Sorry about that, wrong link. Here is the right one',
  'please ignore my last message',
  'Oh sorry! Typo, it is 8 pm',
  'my mistake, we open at 10',
  'Sorry, I gave you the wrong price',
  'Desculpe, quis dizer quinta-feira.',
  'Errata: o valor é R$ 140,00',
  'ops, errei, é às 15h',
  'Correção: o pedido é o 5571',
  'desculpa, digitei errado, são 2 kg',
  'Perdão! O certo é R$ 98,00',
  'opa, mandei errado 😅',
  'Desconsidere a mensagem acima, por favor',
  'Perdón, quise decir el martes',
])('%s puts something right', (text) => expect(isCorrection(text)).toBe(true));

it.each([
  'Sorry for the wait, your bike is ready.',
  'I mean it, you were great!',
  'Thanks, that means a lot',
  'The correction of the invoice is attached.',
  'Sorry about the trouble. Which order is it?',
  'You typed the wrong code, please try again.',
  'Is that the right number?',
  'Desculpe a demora! Seu bolo está pronto.',
  'O que você quis dizer com isso?',
  'Certo, combinado!',
  'Seu pedido veio errado? Vou verificar.',
  'Poxa, desculpa pelo transtorno.',
  '',
])('%s does not', (text) => expect(isCorrection(text)).toBe(false));
