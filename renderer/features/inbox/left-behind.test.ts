import { expect, it } from 'vitest';
import { leavePages } from '../../lib/on-leave.ts';
import { openWriting, useWriting } from './assist/write/write.store.ts';
import { sampleMessage } from './test-samples.ts';
import { openMessageDialog, useMessageDialog } from './thread/actions/message-dialogs.store.ts';

it('what a person was doing is not shown to the next one in the same tab', () => {
  openMessageDialog('forward', sampleMessage());
  openWriting({ conversationId: 'cv_1', text: 'not sent yet', from: 0, to: 3 });
  leavePages();
  expect(useMessageDialog.getState()).toEqual({ kind: null, message: null });
  expect(useWriting.getState()).toEqual({ open: null, replaced: null });
});
