import { expect, it } from 'vitest';
import { fillVariables } from '../saved-reply.ts';
import type { BusinessHours } from './business-time.ts';
import { nextOpening, openingLanguage } from './next-opening.ts';

/** Monday to Friday, 9:00 to 18:00, in São Paulo. */
const HOURS: BusinessHours = {
  timeZone: 'America/Sao_Paulo',
  week: [0, 1, 2, 3, 4, 5, 6].map((day) => (day % 6 === 0 ? [] : [{ from: 540, to: 1_080 }])),
  closedDays: [],
};
const SATURDAY = new Date('2026-11-28T15:00:00Z');

it('says when a closed team opens next, in its time zone and in the language of the text', () => {
  expect(nextOpening(HOURS, SATURDAY, 'en')).toMatch(/^Monday at 9:00\sAM$/);
  expect(nextOpening(HOURS, SATURDAY, 'pt')).toBe('segunda-feira às 9:00');
  expect(nextOpening(HOURS, SATURDAY, 'es')).toBe('el lunes a las 9:00');
  expect(openingLanguage('ok', 'Vocês estão abertos agora?')).toBe('pt');
  expect(openingLanguage('ok')).toBe('en');
});

it('says nothing while the team is open, and without business hours', () => {
  expect(nextOpening(HOURS, new Date('2026-11-27T15:00:00Z'), 'en')).toBeNull();
  expect(nextOpening(null, SATURDAY, 'en')).toBeNull();
});

it('stands for a variable of a text; without a value, a gap', () => {
  const values = {
    'contact.name': 'Ana',
    'contact.first_name': 'Ana',
    'agent.name': 'A',
    'workspace.name': 'W',
  };
  const opens = (text: string) => nextOpening(HOURS, SATURDAY, openingLanguage(text)) ?? '';
  const text = 'Agora estamos fechados. Voltamos {{workspace.next_opening}}.';
  expect(fillVariables(text, { ...values, 'workspace.next_opening': opens }).text).toBe(
    'Agora estamos fechados. Voltamos segunda-feira às 9:00.',
  );
  expect(fillVariables(text, values)).toEqual({
    text: 'Agora estamos fechados. Voltamos ___.',
    missing: ['workspace.next_opening'],
  });
});
