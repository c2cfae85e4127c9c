import { describe, expect, it } from 'vitest';
import {
  REHEARSAL_DETAILS,
  REHEARSAL_LANGUAGES,
  REHEARSAL_SCRIPTS,
  type RehearsalLanguage,
  type RehearsalQuestion,
} from '../../../shared/domain/rehearsal/rehearsal.ts';
import { answerTo, FIRST_PROGRESS, nudge, openWith, type Progress } from './react.ts';
import { SCRIPT_BOOKS, scriptOf } from './scripts/index.ts';

/** What a member could write to each question. */
const GOOD: Readonly<Record<RehearsalLanguage, Readonly<Record<RehearsalQuestion, string>>>> = {
  en: {
    delivery_day: 'It will be with you on Thursday.',
    delay_reason: 'It was held up by the carrier.',
    exchange_steps: 'Just send it back with the label in the box.',
    return_cost: 'The return is free.',
    price: 'The table costs $480.',
    payment: 'By card or bank transfer.',
    apology: 'I am very sorry about this.',
    refund: 'You get a full refund.',
    refund_time: 'It takes 3 business days.',
    new_time: 'We have Friday at 10 am.',
    confirmation: 'Yes, it is booked.',
    address_changed: 'I have updated it for you.',
    replacement: 'We send you a new one.',
    hours: 'We are open until 6 pm.',
    weekend: 'On Saturdays, too.',
    polite_no: 'Unfortunately, we cannot help with that.',
  },
  pt: {
    delivery_day: 'Chega na quinta-feira.',
    delay_reason: 'Houve um imprevisto na transportadora.',
    exchange_steps: 'É só enviar de volta com a etiqueta.',
    return_cost: 'A devolução é grátis.',
    price: 'A mesa custa R$ 1.900,00.',
    payment: 'Por Pix ou cartão.',
    apology: 'Peço desculpas pelo ocorrido.',
    refund: 'Você recebe o reembolso total.',
    refund_time: 'Em até 3 dias úteis.',
    new_time: 'Temos sexta às 10h.',
    confirmation: 'Sim, está marcado.',
    address_changed: 'Já atualizei para você.',
    replacement: 'Mandamos um novo produto.',
    hours: 'Ficamos abertos até as 18h.',
    weekend: 'Aos sábados também.',
    polite_no: 'Infelizmente não conseguimos ajudar com isso.',
  },
};

const texts = (lines: readonly { text: string }[]) => lines.map(({ text }) => text);

describe.each(REHEARSAL_LANGUAGES)('the scripts in %s', (language) => {
  const { hints, scripts } = SCRIPT_BOOKS[language];

  it('are one of each kind, and ask and give something', () => {
    expect(scripts.map(({ kind }) => kind)).toEqual([...REHEARSAL_SCRIPTS]);
    for (const { opening, questions, details, name } of scripts) {
      expect(opening.length).toBeGreaterThan(0);
      expect(questions.length).toBeGreaterThan(0);
      expect(Object.keys(details).every((one) => REHEARSAL_DETAILS.includes(one as never))).toBe(true);
      expect(name).toMatch(/^\p{Lu}/u);
    }
  });

  it.each(REHEARSAL_SCRIPTS)('%s: good answers lead to the goal, one after the other and at once', (kind) => {
    const script = scriptOf(language, kind);
    let progress = openWith(script, FIRST_PROGRESS).progress;
    let outcome: string | null = null;
    for (const [question] of script.questions) {
      if (outcome !== null || progress.answered.includes(question)) continue;
      const reaction = answerTo(script, hints, progress, GOOD[language][question]);
      expect(reaction.progress.answered).toContain(question);
      expect(reaction.progress.misses).toBe(0);
      ({ progress, outcome } = reaction);
      expect(reaction.lines.length).toBeGreaterThan(0);
    }
    expect(outcome).toBe('reached');
    const whole = script.questions.map(([question]) => GOOD[language][question]).join('\n');
    const atOnce = answerTo(script, hints, openWith(script, FIRST_PROGRESS).progress, whole);
    expect(atOnce).toMatchObject({ outcome: 'reached' });
    expect(texts(atOnce.lines).at(-1)).toBe(script.thanks);
  });

  it.each(REHEARSAL_SCRIPTS)(
    '%s: a customer asks again after answers that say nothing, and then leaves',
    (kind) => {
      const script = scriptOf(language, kind);
      const empty = language === 'en' ? 'Hello and welcome to our shop.' : 'Oi, seja bem-vindo à nossa loja.';
      let progress = openWith(script, FIRST_PROGRESS).progress;
      for (let miss = 1; miss <= 3; miss += 1) {
        const reaction = answerTo(script, hints, progress, empty);
        expect(reaction).toMatchObject({ outcome: null, progress: { answered: [], misses: miss } });
        expect(texts(reaction.lines)).toEqual([script.questions[0]?.[1].again]);
        ({ progress } = reaction);
      }
      expect(answerTo(script, hints, progress, empty)).toMatchObject({
        outcome: 'gave_up',
        lines: [{ text: hints.leaves.misunderstood }],
      });
    },
  );

  it('wait when they are asked to, ask whether anyone is there, and leave', () => {
    const script = scriptOf(language, 'late_order');
    const opened = openWith(script, FIRST_PROGRESS).progress;
    const hold = language === 'en' ? 'One moment, I will check.' : 'Um momento, vou verificar.';
    expect(answerTo(script, hints, opened, hold)).toMatchObject({ lines: [], progress: { misses: 0 } });
    let progress: Progress = opened;
    for (const text of hints.nudges.impatient) {
      const reaction = nudge(script, hints, progress);
      expect(reaction).toMatchObject({ outcome: null, lines: [{ text }] });
      ({ progress } = reaction);
    }
    expect(nudge(script, hints, progress)).toMatchObject({
      outcome: 'gave_up',
      lines: [{ text: hints.leaves.waited }],
    });
  });
});

describe('a customer', () => {
  const { hints } = SCRIPT_BOOKS.en;
  const script = scriptOf('en', 'address');
  const { progress } = openWith(script, FIRST_PROGRESS);

  it('gives a detail that a sentence asks for, and none that it only mentions', () => {
    const asked = answerTo(script, hints, progress, 'Of course! Could you send me the new address, please?');
    expect(texts(asked.lines)).toEqual([script.details.address?.text]);
    expect(asked.progress).toMatchObject({ given: ['address'], answered: [], misses: 0 });
    const answered = answerTo(script, hints, asked.progress, 'Thank you, the new address is saved.');
    expect(answered.progress.answered).toEqual(['address_changed']);
    expect(texts(answered.lines)).toEqual([script.questions[1]?.[1].ask]);
  });

  it('says that they lack what their script does not have', () => {
    const asked = answerTo(script, hints, progress, 'How many parcels are there?');
    expect(texts(asked.lines)).toEqual([hints.unknownDetail]);
  });

  it('sends the photo again when they are asked for one', () => {
    const damage = scriptOf('en', 'damage_photo');
    const opened = openWith(damage, FIRST_PROGRESS);
    expect(opened.lines[0]).toMatchObject({ hasPhoto: true });
    const asked = answerTo(damage, hints, opened.progress, 'Could you please send a photo?');
    expect(asked.lines).toEqual([damage.details.photo]);
  });

  it('minds rude answers', () => {
    const rude = answerTo(script, hints, progress, 'Calm down, you are to blame.');
    expect(texts(rude.lines)[0]).toBe(hints.onRude);
    expect(rude.progress.rude).toBe(1);
  });

  it('stops after many messages', () => {
    const talkative = { ...progress, written: 24 };
    expect(answerTo(script, hints, talkative, 'Hello there')).toMatchObject({ outcome: 'gave_up' });
  });
});
