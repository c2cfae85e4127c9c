import { expect, it } from 'vitest';
import { readUndoSeconds } from './undo-send.store.ts';

it('messages can be undone for five seconds, unless the person has chosen something else', () => {
  expect([null, 'on', '5', 'nonsense'].map(readUndoSeconds)).toEqual([5, 5, 5, 5]);
  expect(['0', 'off'].map(readUndoSeconds)).toEqual([0, 0]);
  expect(readUndoSeconds('10')).toBe(10);
});
