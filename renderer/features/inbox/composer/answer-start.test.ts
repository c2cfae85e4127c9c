import { expect, it } from 'vitest';
import { forgetBegan, isAnswerStart, noteBegan, noteShown, takeAnswerStart } from './answer-start.ts';
import { saveDraft } from './drafts.store.ts';

const WORDS = { feature: 'words', model: 'a-model' } as const;

it('says of the next text whether a suggestion was shown, and which one was taken into it', () => {
  expect(takeAnswerStart('c1')).toEqual({ isShown: false });
  noteShown('c1');
  expect(takeAnswerStart('c2')).toEqual({ isShown: false });
  expect(takeAnswerStart('c1')).toEqual({ isShown: true });
  saveDraft('c1', 'Your bike is ready.');
  noteBegan('c1', WORDS);
  saveDraft('c1', 'Your bike is ready, Jo.');
  expect(takeAnswerStart('c1')).toEqual({ isShown: true, began: WORDS });
  expect(takeAnswerStart('c1')).toEqual({ isShown: false });
});

it('is a person’s own text once the suggestion was deleted or undone', () => {
  saveDraft('c3', 'Your bike is ready.');
  noteBegan('c3', WORDS);
  saveDraft('c3', ' ');
  saveDraft('c3', 'Not yet.');
  expect(takeAnswerStart('c3')).toEqual({ isShown: true });
  noteBegan('c3', WORDS);
  forgetBegan('c3');
  expect(takeAnswerStart('c3')).toEqual({ isShown: true });
});

it('is read from the disk only where it is whole', () => {
  expect(isAnswerStart({ isShown: true, began: WORDS })).toBe(true);
  expect(isAnswerStart({ isShown: true })).toBe(true);
  expect(isAnswerStart({ began: WORDS })).toBe(false);
  expect(isAnswerStart({ isShown: true, began: { feature: 'guessed', model: '' } })).toBe(false);
});
