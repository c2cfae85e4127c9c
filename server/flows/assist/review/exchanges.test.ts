import { describe, expect, it } from 'vitest';
import type { ResponseRules } from '../../../../shared/domain/time/business-time.ts';
import {
  closedQuestion,
  exchangesOf,
  isAnsweredBy,
  lateBy,
  type OwnConversation,
  type ReviewedMessage,
  textOfAll,
} from './exchanges.ts';

const ME = Buffer.alloc(16, 1);
const COLLEAGUE = Buffer.alloc(16, 2);
const CONTACT = Buffer.alloc(16, 3);
const CONVERSATION: OwnConversation = {
  ...{ id: Buffer.alloc(16, 4), contactId: CONTACT, contactName: 'Ana', status: 'open', assigneeId: ME },
};
const START = Date.parse('2026-11-25T12:00:00Z');

/** Returns the exchanges of a conversation: `<` the customer, `>` me, `+` a colleague, `!` a program; after so many minutes. */
function read(
  lines: readonly (readonly [minute: number, line: string])[],
  conversation: Partial<OwnConversation> = {},
) {
  const messages = lines.map(([minute, line], at): ReviewedMessage => {
    const sign = line.charAt(0);
    return {
      ...{ id: Buffer.alloc(16, 10 + at), contactId: CONTACT, text: line.slice(2) || null },
      direction: sign === '<' ? 'inbound' : 'outbound',
      authorId: sign === '>' ? ME : sign === '+' ? COLLEAGUE : null,
      createdAt: new Date(START + minute * 60_000),
      origin: sign === '!' ? 'automation' : null,
    };
  });
  return exchangesOf([{ ...CONVERSATION, ...conversation }], messages);
}

const RULES: ResponseRules = { hours: null, firstResponseMinutes: 60, nextResponseMinutes: 30 };

describe('exchanges', () => {
  it('are what the customer wrote, and what the team answered before the customer wrote again', () => {
    const exchanges = read([
      [0, '! Hello, what can we do for you?'],
      [1, '< Hi'],
      [2, '! We answer soon'],
      [3, '< When do you open?'],
      [5, '> At nine'],
      [6, '> And on Saturday at ten'],
      [9, '< Thanks'],
    ]);
    expect(exchanges.map(({ asked, answers }) => [textOfAll(asked), textOfAll(answers)])).toEqual([
      ['Hi\nWhen do you open?', 'At nine\nAnd on Saturday at ten'],
      ['Thanks', ''],
    ]);
    expect(exchanges.map(({ isLater }) => isLater)).toEqual([false, true]);
  });

  it('are one’s own where nobody else answered', () => {
    const [mine, shared, theirs, none] = read([
      [0, '< one?'],
      [1, '> yes'],
      [2, '< two?'],
      [3, '> yes'],
      [4, '+ no, sorry'],
      [5, '< three?'],
      [6, '+ yes'],
      [7, '< four?'],
    ]).map((exchange) => isAnsweredBy(ME, exchange));
    expect([mine, shared, theirs, none]).toEqual([true, false, false, false]);
  });
});

describe('a late answer', () => {
  const lateAfter = (minutes: number, rules = RULES, question = 'When do you open?') =>
    read([
      [0, `< ${question}`],
      [minutes, '> At nine'],
    ]).map((exchange) => lateBy(ME, exchange, rules))[0];

  it('came after the target; by the longer one where it may be the first', () => {
    expect(lateAfter(60)).toBeNull();
    expect(lateAfter(75)).toEqual({ waited: 75, target: 60 });
    const [, second] = read([
      [0, '< one?'],
      [1, '> yes'],
      [2, '< two?'],
      [40, '> yes'],
    ]);
    expect(second && lateBy(ME, second, RULES)).toEqual({ waited: 38, target: 30 });
  });

  it('is none without a target, of a colleague, or after thanks', () => {
    expect(lateAfter(600, { ...RULES, firstResponseMinutes: null, nextResponseMinutes: null })).toBeNull();
    expect(lateAfter(600, RULES, 'Thank you!')).toBeNull();
    const [theirs] = read([
      [0, '< one?'],
      [600, '+ yes'],
      [601, '> as my colleague says'],
    ]);
    expect(theirs && lateBy(ME, theirs, RULES)).toBeNull();
  });

  it('counts business hours', () => {
    const day = [{ from: 9 * 60, to: 13 * 60 }];
    const hours = { timeZone: 'Etc/UTC', week: Array.from({ length: 7 }, () => day), closedDays: [] };
    // Asked an hour before the team goes home, answered half an hour after it is back.
    expect(lateAfter(21.5 * 60, { ...RULES, hours })).toEqual({ waited: 90, target: 60 });
    expect(lateAfter(20.5 * 60, { ...RULES, hours })).toBeNull();
  });
});

describe('a question that was closed', () => {
  const question = [0, '< And what does it cost?'] as const;
  it('is the last of a conversation of one’s own', () => {
    const closed = { status: 'closed', assigneeId: ME } as const;
    const of = (lines: Parameters<typeof read>[0], conversation: Partial<OwnConversation> = closed) =>
      read(lines, conversation).map((exchange) => closedQuestion(ME, exchange)?.text ?? null);
    expect(of([question, [1, '< Please hurry']])).toEqual(['And what does it cost?']);
    expect(of([question, [1, '> Ten']])).toEqual([null]);
    expect(of([[0, '< Thanks, bye']])).toEqual([null]);
    expect(of([question], { status: 'open' })).toEqual([null]);
    expect(of([question], { status: 'closed', assigneeId: COLLEAGUE })).toEqual([null]);
  });
});
