import { describe, expect, it } from 'vitest';
import { GAP, hasBalancedMarks, verifyDraft } from './verify.ts';

const options = {
  sources: ['Pizza: R$ 45,00. Entrega em 40 minutos.'],
  language: 'pt',
  medianLength: 80,
  today: '2026-11-24',
} as const;

describe('verifyDraft', () => {
  it('shows a draft whose facts all stand in the sources, unchanged', () => {
    const text = 'A pizza custa R$ 45 e chega em 40 minutos.';
    expect(verifyDraft(text, options)).toEqual({ text, findings: [], isShown: true });
  });

  it('shows one gap, which blocks sending, and nothing with two', () => {
    const one = verifyDraft('A pizza custa R$ 40.', options);
    expect(one).toMatchObject({ text: `A pizza custa ${GAP}.`, isShown: true });
    expect(one.findings).toEqual([
      { kind: 'invented_fact', fact: 'price', start: 14, end: 19, isBlocking: true },
    ]);
    expect(verifyDraft('A pizza custa R$ 40 e pesa 900 g.', options).isShown).toBe(false);
  });

  it('joins gaps that stand side by side', () => {
    expect(verifyDraft('Custa R$ 40, 20%.', options).text).toBe(`Custa ${GAP}.`);
  });

  it('drops promises, and shows nothing when nothing is left', () => {
    expect(verifyDraft('A pizza custa R$ 45. Vou verificar a entrega.', options)).toMatchObject({
      text: 'A pizza custa R$ 45.',
      isShown: true,
    });
    expect(verifyDraft('Vou verificar a entrega.', options).isShown).toBe(false);
  });

  it('hides what is too long, in another language, or has the marks of another format', () => {
    expect(verifyDraft(`A pizza é boa. ${'Muito boa mesmo. '.repeat(12)}`, options).isShown).toBe(false);
    expect(verifyDraft('The pizza is very good and it is hot.', options).isShown).toBe(false);
    expect(verifyDraft('## Pizza\nA pizza é boa.', options).isShown).toBe(false);
    expect(verifyDraft('A pizza é *muito boa.', options).isShown).toBe(false);
  });

  it('hides what belongs to another contact, and says where it stands', () => {
    const draft = 'O email é ana@exemplo.example.';
    const leak = verifyDraft(draft, {
      ...options,
      sources: ['ana@exemplo.example'],
      knownToOthers: ['Ana@Exemplo.example'],
    });
    expect(leak.isShown).toBe(false);
    expect(leak.findings).toEqual([{ kind: 'leak', start: 10, end: 29, isBlocking: true }]);
  });

  it('hides the shape and the keys of an answer of the model', () => {
    expect(verifyDraft('{"can":"answer","text":"A pizza"}', options).isShown).toBe(false);
    expect(verifyDraft('O campo "can" diz que sim.', { ...options, schemaKeys: ['can'] }).isShown).toBe(
      false,
    );
  });

  it('reads tomorrow in a source from the day on which it was written', () => {
    const draft = 'A entrega é na quarta-feira.';
    const source = (writtenOn: string) => [{ text: 'A entrega é amanhã', writtenOn }];
    expect(verifyDraft(draft, { ...options, sources: source('2026-11-24') }).findings).toEqual([]);
    expect(verifyDraft(draft, { ...options, sources: source('2026-11-20') }).findings).toHaveLength(1);
  });

  it("takes no price from the customer's words", () => {
    const sources = [{ text: 'A pizza de R$ 10 chega às 20h?', isFromCustomer: true }];
    expect(verifyDraft('Sim, R$ 10.', { ...options, sources }).text).toBe(`Sim, ${GAP}.`);
    expect(verifyDraft('Sim, às 20h.', { ...options, sources }).findings).toEqual([]);
  });
});

describe('a day that only the customer names', () => {
  const lessons = 'Lessons cost £32. Tuesdays and Thursdays from 4 pm.';
  const found = (draft: string, customer: string, source: string = lessons) =>
    verifyDraft(draft, {
      ...{ ...options, language: 'en', question: customer },
      sources: [source, { text: customer, writtenOn: options.today, isFromCustomer: true }],
    }).findings.map(({ start, end }) => draft.slice(start, end));

  it.each([
    ['There are lessons on Wednesday from 4 pm.', 'can he do wednesdays', 'Wednesday'],
    // A Tuesday: tomorrow is a Wednesday.
    ['There is a lesson tomorrow at 16:00.', 'is there one tomorrow?', 'tomorrow'],
    ['Yes, Saturday from 4 pm is fine.', 'saturday?', 'Saturday'],
  ])('gets no time that is of other days: %s', (draft, customer, gap) => {
    expect(found(draft, customer)).toEqual([gap]);
  });

  it.each([
    // The day is among ours, or stands beside one of them.
    ['There are lessons on Thursday from 4 pm.', 'can he do thursday', lessons],
    ['There is a lesson today from 4 pm.', 'is there one today?', lessons],
    ['Not on Wednesday: Tuesday from 4 pm.', 'wednesday?', lessons],
    // No time is given to it, or it is denied.
    ['You are away on Wednesday, so come on Thursday from 4 pm.', 'i am away on wednesday', lessons],
    ['Have a nice Wednesday!', 'wednesday is my birthday', lessons],
    ['There are no lessons on Wednesday from 4 pm.', 'wednesday?', lessons],
    // The time is the customer's, or of no day of ours.
    ['You asked for Wednesday at 4 pm.', 'wednesday at 4 pm please', lessons],
    ['Wednesday from 4 pm.', 'can i pick it up on wednesday?', 'Pick-up is from 4 pm.'],
    [
      'Wednesday from 4 pm.',
      'on wednesday?',
      'Pick-up is from 4 pm. Lessons: Tuesdays and Thursdays from 4 pm.',
    ],
    // Which weekday it is cannot be said.
    ['The lesson on the 3rd is from 4 pm.', 'and the 3rd?', lessons],
    ['There are lessons on 2026-12-03 from 4 pm.', 'and on 2026-12-03?', lessons],
    ['It comes on Friday at 16:00.', 'does it come on friday?', 'Delivery: 25/11/2026, 16:00'],
  ])('is shown otherwise: %s', (draft, customer, source) => {
    expect(found(draft, customer, source)).toEqual([]);
  });
});

describe('hasBalancedMarks', () => {
  it.each([
    ['*bold* and _italic_ and ~struck~', true],
    ['```code```', true],
    ['snake_case and 2*3 and a~b', true],
    ['* a list\n* of two', true],
    ['*bold', false],
    ['italic_', false],
    ['```code', false],
  ])('%s', (text, isBalanced) => {
    expect(hasBalancedMarks(text)).toBe(isBalanced);
  });
});
