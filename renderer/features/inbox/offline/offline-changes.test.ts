import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeConversation, resetConversations, upsertConversations } from '../list/conversations.store.ts';
import { patchView, resetViews, viewKey } from '../list/inbox-views.store.ts';
import { sampleConversation, sampleMessage } from '../test-samples.ts';
import { openThread, resetThreads, upsertMessages } from '../thread/store/threads.store.ts';
import { DEFAULT_VIEW } from '../views.ts';
import { type InboxWatch, noteFromDisk, noteReceived, watchInbox } from './offline-changes.ts';

const onChange = vi.fn();
let watch: InboxWatch;
beforeEach(() => {
  patchView(viewKey(DEFAULT_VIEW, ''), { phase: 'ready' });
  watch = watchInbox(onChange);
});
afterEach(() => {
  watch.stop();
  resetConversations();
  resetThreads();
  resetViews();
});

const ids = (rows: readonly { id: string }[] = []) => rows.map(({ id }) => id);

describe('the changes to store offline', () => {
  it('contain each change once', () => {
    upsertConversations([sampleConversation({ id: 'a' }), sampleConversation({ id: 'b' })]);
    expect(ids(watch.take()?.conversations)).toEqual(['a', 'b']);
    upsertConversations([sampleConversation({ id: 'b', unreadCount: 1 })]);
    expect(ids(watch.take()?.conversations)).toEqual(['b']);
    removeConversation('a');
    expect(watch.take()).toMatchObject({ conversations: [], removedConversations: ['a'] });
    expect(watch.take()).toMatchObject({ conversations: [], removedConversations: [], messages: [] });
    expect(onChange).toHaveBeenCalled();
  });

  it('contain the messages of open threads, and the received messages of all others', () => {
    openThread('cv_1');
    upsertMessages('cv_1', [sampleMessage({ id: 'loaded' })]);
    noteReceived(sampleMessage({ id: 'elsewhere', conversationId: 'cv_2' }));
    expect(ids(watch.take()?.messages).sort()).toEqual(['elsewhere', 'loaded']);
    upsertMessages('cv_1', [sampleMessage({ id: 'loaded', status: 'sent' })]);
    expect(watch.take()?.messages).toMatchObject([{ id: 'loaded', status: 'sent' }]);
  });

  it('do not contain messages that were restored from disk', () => {
    const restored = [sampleMessage({ id: 'restored' })];
    openThread('cv_1');
    noteFromDisk(restored);
    upsertMessages('cv_1', restored);
    expect(watch.take()?.messages).toEqual([]);
  });

  it('do not contain messages of a deleted conversation', () => {
    upsertConversations([sampleConversation()]);
    watch.take();
    noteReceived(sampleMessage());
    removeConversation('cv_1');
    expect(watch.take()).toMatchObject({ removedConversations: ['cv_1'], messages: [] });
  });

  it('start over with the content of the stores after a gap', () => {
    openThread('cv_1');
    upsertMessages('cv_1', [sampleMessage({ id: 'open' })]);
    noteReceived(sampleMessage({ id: 'elsewhere', conversationId: 'cv_2' }));
    watch.startOver();
    expect(watch.take()).toMatchObject({ forgetsMessages: true, messages: [{ id: 'open' }] });
    expect(watch.take()).toMatchObject({ forgetsMessages: false, messages: [] });
  });

  it('are null until the list is loaded, and complete afterwards', () => {
    resetViews();
    upsertConversations([sampleConversation()]);
    expect(watch.take()).toBeNull();
    patchView(viewKey(DEFAULT_VIEW, ''), { phase: 'ready' });
    expect(ids(watch.take()?.conversations)).toEqual(['cv_1']);
  });
});
