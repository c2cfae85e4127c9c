import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLocalStore } from '../../../lib/offline/local-store.ts';
import { memoryStorage } from '../test-samples.ts';
import { sendText, settleOutbox } from './outbox.actions.ts';
import { closeOutbox, openOutbox } from './outbox.store.ts';
import { markSeen, resetSeen } from './seen-answers.ts';

const { send } = vi.hoisted(() => ({ send: vi.fn() }));
vi.mock('../../../lib/api/api.ts', () => ({ api: { conversations: { send } } }));

beforeEach(() => {
  send.mockReset();
  // The answer is of no interest here: what was asked is.
  send.mockRejectedValue(new Error('offline'));
  const storage = memoryStorage();
  openOutbox(
    createLocalStore(() => storage),
    'ws.me',
  );
});
afterEach(() => {
  closeOutbox();
  resetSeen();
});

const sentBody = () => send.mock.calls[0]?.[0].body;

it('a reply says that it has seen what the thread has shown', async () => {
  markSeen('cv_1', 'msg_9');
  sendText('cv_1', 'Hello');
  await settleOutbox('cv_1');
  expect(sentBody()).toMatchObject({ content: 'Hello', lastSeenId: 'msg_9' });
});

it('a reply that was typed into a notification says that it has seen the message of the notification', async () => {
  markSeen('cv_1', 'msg_9');
  sendText('cv_1', 'Hello', { lastSeenId: 'msg_7' });
  await settleOutbox('cv_1');
  expect(sentBody()).toMatchObject({ content: 'Hello', lastSeenId: 'msg_7' });
});
