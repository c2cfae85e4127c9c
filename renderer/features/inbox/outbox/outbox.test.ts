import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { createLocalStore } from '../../../lib/offline/local-store.ts';
import { memoryStorage, sampleMessage } from '../test-samples.ts';
import { threadEntries } from '../thread/list/thread-entries.ts';
import { openThread, resetThreads, upsertMessages, useThreads } from '../thread/store/threads.store.ts';
import { createOutboxSender } from './outbox.sender.ts';
import {
  closeOutbox,
  openOutbox,
  type PendingMessage,
  putPending,
  removePending,
  useOutbox,
} from './outbox.store.ts';

/** Older ones are not sent unasked. */
const TYPED_AT = Date.now();
const pendingOf = (clientId: string, content = 'Hi'): PendingMessage => ({
  clientId,
  conversationId: 'cv_1',
  content,
  media: null,
  createdAt: new Date(TYPED_AT).toISOString(),
  state: 'sending',
  problem: null,
});
const storedAs = (clientId: string) => sampleMessage({ id: `msg_${clientId}`, clientId });
const shown = () =>
  threadEntries(useThreads.getState().cv_1?.messages ?? [], useOutbox.getState().pending, null).map(
    ({ key, kind }) => [key, kind],
  );

let storage = memoryStorage();
beforeEach(() => {
  storage = memoryStorage();
  openOutbox(
    createLocalStore(() => storage),
    'ws.me',
  );
  openThread('cv_1');
});
afterEach(() => {
  closeOutbox();
  resetThreads();
});

function senderWith(post: (item: PendingMessage) => Promise<ThreadMessage>) {
  const onWindowClosed = vi.fn();
  const onPostponed = vi.fn();
  const onNewerAnswer = vi.fn();
  const onStored = (message: ThreadMessage) => upsertMessages('cv_1', [message]);
  return {
    sender: createOutboxSender({ post, onStored, onWindowClosed, onNewerAnswer, onPostponed }),
    onWindowClosed,
    onNewerAnswer,
    onPostponed,
  };
}

describe('a pending message', () => {
  it('is one row with one key, whether the response or the event arrives first', () => {
    const response = () => upsertMessages('cv_1', [storedAs('x')]);
    const event = () => {
      upsertMessages('cv_1', [sampleMessage({ ...storedAs('x'), status: 'sent' })]);
      removePending('x');
    };
    for (const order of [
      [response, event],
      [event, response],
      [event, event, response],
    ]) {
      resetThreads();
      openThread('cv_1');
      putPending(pendingOf('x'));
      expect(shown()).toEqual([['x', 'pending']]);
      for (const step of order) {
        step();
        expect(shown()).toEqual([['x', 'stored']]);
      }
      expect(useThreads.getState().cv_1?.messages[0]?.status).toBe('sent');
    }
  });

  it('survives a reload and is sent again with the same id', async () => {
    putPending(pendingOf('x', 'do not lose me'));
    closeOutbox();
    expect(useOutbox.getState().pending).toEqual([]);
    openOutbox(
      createLocalStore(() => storage),
      'ws.me',
    );
    expect(useOutbox.getState().pending).toMatchObject([{ clientId: 'x', state: 'waiting' }]);
    const post = vi.fn(async (item: PendingMessage) => storedAs(item.clientId));
    senderWith(post).sender.flush();
    await vi.waitFor(() => expect(useOutbox.getState().pending).toEqual([]));
    expect(post.mock.calls[0]?.[0].clientId).toBe('x');
    expect(storage.length).toBe(0);
  });

  it('that has waited for hours is sent only when the person asks again', async () => {
    vi.useFakeTimers({ now: new Date('2026-01-05T09:00:00.000Z'), toFake: ['Date'] });
    try {
      const old = { ...pendingOf('old'), state: 'waiting' as const };
      putPending({ ...old, createdAt: '2026-01-02T17:00:00.000Z' });
      putPending({ ...pendingOf('new'), state: 'waiting', createdAt: '2026-01-05T08:00:00.000Z' });
      const later = '2026-01-06T09:00:00.000Z';
      putPending({ ...old, clientId: 'timed', sendAt: later, createdAt: '2026-01-02T17:00:00.000Z' });
      const post = vi.fn(async (item: PendingMessage) => storedAs(item.clientId));
      const { sender } = senderWith(post);
      await sender.work('cv_1');
      expect(post.mock.calls.map(([{ clientId }]) => clientId)).toEqual(['new', 'timed']);
      expect(useOutbox.getState().pending).toMatchObject([{ clientId: 'old', state: 'refused' }]);
      putPending({ ...old, state: 'waiting', askedAt: '2026-01-05T08:59:00.000Z' });
      await sender.work('cv_1');
      expect(useOutbox.getState().pending).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('that was taken back in another tab is not sent from this one', async () => {
    putPending({ ...pendingOf('x'), state: 'waiting' });
    putPending({ ...pendingOf('y'), state: 'waiting' });
    // The other tab has only the disk in common.
    storage.removeItem('switchboard.outbox.ws.me.x');
    const post = vi.fn(async (item: PendingMessage) => storedAs(item.clientId));
    await senderWith(post).sender.work('cv_1');
    expect(post.mock.calls.map(([{ clientId }]) => clientId)).toEqual(['y']);
    expect(useOutbox.getState().pending).toEqual([]);
  });

  it('that was taken back in another tab while it was under way is not kept', async () => {
    putPending(pendingOf('x'));
    const { sender } = senderWith(async () => {
      storage.removeItem('switchboard.outbox.ws.me.x');
      throw new ApiError('network');
    });
    await sender.work('cv_1');
    expect(useOutbox.getState().pending).toEqual([]);
    expect(storage.length).toBe(0);
  });

  it('is sent where the disk takes nothing', async () => {
    closeOutbox();
    openOutbox(
      createLocalStore(() => {
        throw new Error('blocked');
      }),
      'ws.me',
    );
    putPending(pendingOf('x'));
    const post = vi.fn(async (item: PendingMessage) => storedAs(item.clientId));
    await senderWith(post).sender.work('cv_1');
    expect(post).toHaveBeenCalledOnce();
  });

  it('is hidden from other people on this computer', () => {
    putPending(pendingOf('x'));
    openOutbox(
      createLocalStore(() => storage),
      'ws.another-person',
    );
    expect(useOutbox.getState().pending).toEqual([]);
  });
});

describe('the outbox', () => {
  it('sends messages one after another, in the order in which they were typed', async () => {
    const sent: string[] = [];
    const { sender } = senderWith(async (item) => {
      await Promise.resolve();
      sent.push(item.clientId);
      return storedAs(item.clientId);
    });
    for (const id of ['1', '2', '3']) {
      putPending(pendingOf(id));
      void sender.work('cv_1');
    }
    await vi.waitFor(() => expect(sent).toEqual(['1', '2', '3']));
  });

  it('holds back later messages when a message got no response', async () => {
    const post = vi.fn().mockRejectedValue(new ApiError('network'));
    const { sender, onPostponed } = senderWith(post);
    putPending(pendingOf('1'));
    putPending(pendingOf('2'));
    await sender.work('cv_1');
    expect(post).toHaveBeenCalledTimes(1);
    expect(onPostponed).toHaveBeenCalledTimes(1);
    expect(useOutbox.getState().pending.map((item) => item.state)).toEqual(['waiting', 'waiting']);
  });

  it('keeps the text of a rejected message and explains why', async () => {
    const refusal = new ApiError('window_closed', { status: 409, message: 'Too late.' });
    const { sender, onWindowClosed } = senderWith(() => Promise.reject(refusal));
    putPending(pendingOf('1', 'precious'));
    await sender.work('cv_1');
    expect(onWindowClosed).toHaveBeenCalledWith('cv_1');
    expect(useOutbox.getState().pending).toMatchObject([
      {
        state: 'refused',
        problem: expect.stringMatching(/24-hour.*back to the draft/i),
        content: 'precious',
      },
    ]);
  });

  it('waits for a decision when a colleague has answered since, and is sent again with what was seen', async () => {
    const refusal = new ApiError('newer_answer', { status: 409, message: 'Too late.' });
    const post = vi.fn().mockRejectedValueOnce(refusal);
    post.mockImplementation(async (item: PendingMessage) => storedAs(item.clientId));
    const { sender, onNewerAnswer } = senderWith(post);
    putPending({ ...pendingOf('1', 'precious'), lastSeenId: 'msg_old' });
    await sender.work('cv_1');
    expect(onNewerAnswer).toHaveBeenCalledWith('cv_1');
    const [refused] = useOutbox.getState().pending;
    expect(refused).toMatchObject({ state: 'refused', isOvertaken: true, content: 'precious' });
    // It survives a reload as it is.
    openOutbox(
      createLocalStore(() => storage),
      'ws.me',
    );
    expect(useOutbox.getState().pending).toMatchObject([{ isOvertaken: true, lastSeenId: 'msg_old' }]);
    sender.flush();
    expect(post).toHaveBeenCalledTimes(1);
    putPending({ ...pendingOf('1', 'precious'), lastSeenId: 'msg_new' });
    await sender.work('cv_1');
    expect(post.mock.calls[1]?.[0]).toMatchObject({ clientId: '1', lastSeenId: 'msg_new' });
    expect(useOutbox.getState().pending).toEqual([]);
  });

  it('restores templates as well as text after a reload', async () => {
    const template = {
      ...{ templateId: 'tpl_1', name: 'order_update', language: 'en', values: { 'body.1': 'Ada' } },
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Ada' }] }],
    };
    putPending({ ...pendingOf('1', 'Hi Ada'), template });
    putPending({ ...pendingOf('2'), createdAt: new Date(TYPED_AT + 1_000).toISOString() });
    openOutbox(
      createLocalStore(() => storage),
      'ws.me',
    );
    const post = vi.fn(async (item: PendingMessage) => storedAs(item.clientId));
    await senderWith(post).sender.work('cv_1');
    expect(post.mock.calls.map(([item]) => item.template)).toEqual([template, undefined]);
  });

  it('never lets a message overtake one that is waiting', async () => {
    const post = vi.fn().mockRejectedValueOnce(new ApiError('network'));
    post.mockImplementation(async (item: PendingMessage) => storedAs(item.clientId));
    const { sender } = senderWith(post);
    putPending(pendingOf('1'));
    await sender.work('cv_1');
    putPending(pendingOf('2'));
    await sender.work('cv_1');
    expect(post.mock.calls.map(([item]) => item.clientId)).toEqual(['1', '1', '2']);
    expect(useOutbox.getState().pending).toEqual([]);
  });

  it.each([
    ['conversation_not_found', 404, /was deleted/],
    ['forbidden', 403, /role/],
    ['channel_not_connected', 409, /no number is connected/i],
  ] as const)('explains what to do about %s', async (code, status, sentence) => {
    const { sender } = senderWith(() => Promise.reject(new ApiError(code, { status })));
    putPending(pendingOf('1'));
    await sender.work('cv_1');
    expect(useOutbox.getState().pending).toMatchObject([
      { state: 'refused', problem: expect.stringMatching(sentence) },
    ]);
  });

  it.each([
    ['is waiting for approval by WhatsApp', 'This template is waiting for approval by WhatsApp.'],
    [
      'was rejected by WhatsApp (invalid format): edit it there and submit it again',
      'WhatsApp rejected this template (invalid format). Edit it there and submit it again.',
    ],
    [
      'cannot be sent while its status on WhatsApp is NEW_ONE',
      'This template cannot be sent while its status on WhatsApp is NEW_ONE.',
    ],
  ])('says in a sentence that a template %s', async (message, problem) => {
    const details = [{ path: 'templateName', message }];
    const { sender } = senderWith(() =>
      Promise.reject(new ApiError('validation_failed', { status: 400, details })),
    );
    putPending(pendingOf('1'));
    await sender.work('cv_1');
    expect(useOutbox.getState().pending).toMatchObject([{ state: 'refused', problem }]);
  });

  it('drops a message that an event confirmed although its response was lost', async () => {
    const { sender } = senderWith(async (item) => {
      removePending(item.clientId);
      throw new ApiError('network');
    });
    putPending(pendingOf('1'));
    await sender.work('cv_1');
    expect(useOutbox.getState().pending).toEqual([]);
  });
});
