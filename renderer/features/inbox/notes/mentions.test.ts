import { expect, it } from 'vitest';
import { colleaguesFor, mentionQuery, mentionsIn, withMentions } from './mentions.ts';

const leo = { id: 'usr_leo', name: 'Leo Costa' };
const leonie = { id: 'usr_leonie', name: 'Leonie' };
const ana = { id: 'usr_ana', name: 'Ana Costa' };
const team = [leo, leonie, ana];

it('an @ at the start of a word opens the choice, up to the caret', () => {
  expect(mentionQuery('ask @le', 7)).toEqual({ from: 4, query: 'le' });
  expect(mentionQuery('@', 1)).toEqual({ from: 0, query: '' });
  expect(mentionQuery('mail ana@example.com', 20)).toBeNull();
  expect(mentionQuery('ask @le', 3)).toBeNull();
});

it('colleagues are found by any word of their name, without oneself', () => {
  expect(colleaguesFor('cos', team, 'usr_me')).toEqual([leo, ana]);
  expect(colleaguesFor('le', team, 'usr_leo')).toEqual([leonie]);
  expect(colleaguesFor('Leo Costa ', team, 'usr_me')).toEqual([]);
});

it('whole names are mentions; longer words and unknown names are text', () => {
  expect(mentionsIn('@Leo Costa and @Ana Costa: look', team)).toEqual(['usr_leo', 'usr_ana']);
  expect(mentionsIn('@Leonie2 @Leo @Zoe', team)).toEqual([]);
  expect(mentionsIn('@Leonie, please', [...team, { id: 'usr_2', name: 'Leonie' }])).toEqual([
    'usr_leonie',
    'usr_2',
  ]);
  expect(withMentions('Hi @Leonie!', team).map(({ text, people }) => [text, people.length])).toEqual([
    ['Hi ', 0],
    ['@Leonie', 1],
    ['!', 0],
  ]);
});
