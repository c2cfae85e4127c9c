import { expect, it } from 'vitest';
import { leavePages } from '../../lib/on-leave.ts';
import { noteArrival, useArrival } from './arrival.store.ts';

it('forgets the newest message of a workspace that the person leaves', () => {
  noteArrival({ from: 'Maya', text: 'Is the small boat free?', conversationId: 'cv_1' });
  leavePages();
  expect(useArrival.getState().arrival).toBeNull();
});
