import { afterEach, expect, it, vi } from 'vitest';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { leavePages } from '../../lib/on-leave.ts';
import { openWriting, useWriting } from './assist/write/write.store.ts';
import { closeInbox, openInbox } from './inbox.lifecycle.ts';
import { upsertConversations, useConversations } from './list/conversations.store.ts';
import { patchView, useInboxViews } from './list/inbox-views.store.ts';
import { useViewCounts } from './list/view-counts.store.ts';
import { patchNotes, useNotes } from './notes/notes.store.ts';
import { memoryStorage, sampleConversation, sampleMessage } from './test-samples.ts';
import { openMessageDialog, useMessageDialog } from './thread/actions/message-dialogs.store.ts';

afterEach(() => vi.unstubAllGlobals());

it('what a person was doing is not shown to the next one in the same tab', () => {
  openMessageDialog('forward', sampleMessage());
  openWriting({ conversationId: 'cv_1', text: 'not sent yet', from: 0, to: 3 });
  leavePages();
  expect(useMessageDialog.getState()).toEqual({ kind: null, message: null });
  expect(useWriting.getState()).toEqual({ open: null, replaced: null });
});

it('an inbox is opened empty, whatever has reached the stores since the last person left', () => {
  const page = Object.assign(new EventTarget(), { localStorage: memoryStorage() });
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', new EventTarget());
  upsertConversations([sampleConversation({ unreadCount: 1 })]);
  patchView('open', { phase: 'ready' });
  useViewCounts.setState({ unread: 3 });
  patchNotes('cv_1', { phase: 'ready' });
  openInbox({ workspace: { id: 'ws' }, user: { id: 'leo' } } as Session, null);
  const { byId, unreadTotal } = useConversations.getState();
  expect([byId, unreadTotal]).toEqual([{}, 0]);
  for (const store of [useInboxViews, useViewCounts, useNotes]) expect(store.getState()).toEqual({});
  closeInbox();
});
