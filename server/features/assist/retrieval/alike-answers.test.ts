import { describe, expect, it } from 'vitest';
import { findAlikeAnswers, isSameSubject, subjectOf } from './alike-answers.ts';
import type { AnsweredPair } from './answered-pairs.ts';
import { atOnce } from './slices.ts';

let count = 0;
function pair(question: string, answer: string, contact = `c${count}`): AnsweredPair {
  count += 1;
  const id = Buffer.from(`m${count}`);
  return { id, contactId: Buffer.from(contact), question, questionId: Buffer.from(`q${count}`), answer };
}

const find = (pairs: readonly AnsweredPair[]) => atOnce(findAlikeAnswers(pairs));

const HOURS = [
  pair('when are you open?', 'We are open Monday to Friday from 9 to 18, and on Saturday until 13.'),
  pair('are you open on saturday?', 'Hi! We are open from Monday to Friday 9 to 18, Saturday until 13.'),
  pair('what are your opening times', 'We are open Monday to Friday, 9 to 18, and Saturday until 13 :)'),
  pair('open tomorrow?', 'We are open on Monday to Friday from 9 to 18 and on Saturday until 14.'),
  pair('when do you open on monday', 'we are open monday to friday from 9 to 18, on saturday until 13'),
];
const ONE_OFF = [
  pair('my lamp hums', 'Please send us a short video of the lamp, so that we can judge the noise.'),
  pair('is the chair oak?', 'The chair is solid oak from the region, oiled twice.'),
  pair('where is my parcel?', 'The carrier delivered it to your neighbour at number 12 this morning.'),
];

describe('answers that are alike', () => {
  it('are found in similar words, whatever their numbers', () => {
    const groups = find([...ONE_OFF, ...HOURS]);
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({ contacts: 5 });
    expect(groups[0]?.pairs.map(({ id }) => id.toString()).toSorted()).toEqual(
      HOURS.map(({ id }) => id.toString()).toSorted(),
    );
  });

  it('are found with any name in them, also when there are no others', () => {
    const names = ['Bartolomeu', 'Quitéria', 'Anacleto', 'Firmina', 'Teodoro'];
    const answers = names.map((name) =>
      pair('how long does it take to repair brakes?', `Hi ${name}, we repair brakes within two days.`),
    );
    expect(find(answers).map(({ pairs }) => pairs.length)).toEqual([5]);
  });

  it('are found in Portuguese', () => {
    const answers = [
      'Entregamos em todo o Brasil pelos Correios, o prazo é de 5 dias úteis.',
      'Olá! Sim, entregamos em todo o Brasil pelos Correios. O prazo é de 5 dias úteis',
      'Entregamos para todo o Brasil, pelos Correios, com prazo de 7 dias úteis.',
      'entregamos em todo brasil pelos correios, prazo 5 dias uteis',
      'Sim! Entregamos em todo o Brasil pelos Correios, prazo de 5 dias úteis.',
    ];
    const questions = [
      'vocês entregam em Recife?',
      'entregam no Brasil todo?',
      'vcs entregam pelos correios?',
      'qual o prazo de entrega',
      'entrega em quantos dias? qual o prazo',
    ];
    const groups = find(answers.map((answer, at) => pair(questions[at] ?? '', answer)));
    expect(groups.map(({ pairs }) => pairs.length)).toEqual([5]);
  });

  it('are no habit below five answers, or to one customer', () => {
    expect(find(HOURS.slice(0, 4))).toEqual([]);
    expect(find(HOURS.map((one) => ({ ...one, contactId: Buffer.from('one') })))).toEqual([]);
  });

  it('do not count when they answer anything, or only thank', () => {
    const anything = ['blue paint', 'broken hinge', 'invoice', 'parking', 'gift wrap'].map((question) =>
      pair(question, 'Let me have a look and I will be right back with you, one moment please.'),
    );
    const thanks = HOURS.map(({ question }) => pair(question, 'Thank you so much! Great, perfect, bye.'));
    expect(find([...anything, ...thanks])).toEqual([]);
  });

  it('count each time the same words were sent', () => {
    const same = HOURS.map(({ question }) => pair(question, 'We are open Monday to Friday from 9 to 18.'));
    expect(find(same)[0]?.pairs).toHaveLength(5);
  });

  it('are recognized by what is left of a text', () => {
    const [one = '', other = ''] = HOURS.map(({ answer }) => answer);
    expect(isSameSubject(subjectOf(one), subjectOf(other))).toBe(true);
    expect(isSameSubject(subjectOf(one), subjectOf('We ship to Spain and to Portugal within a week.'))).toBe(
      false,
    );
    expect(isSameSubject(subjectOf(''), subjectOf(''))).toBe(false);
  });
});
