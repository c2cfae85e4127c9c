import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { resetConversations, upsertConversations } from '../list/conversations.store.ts';
import { sendText } from '../outbox/outbox.actions.ts';
import { closeOutbox } from '../outbox/outbox.store.ts';
import { sampleConversation, sampleMessage } from '../test-samples.ts';
import { openThread, patchThread, resetThreads, upsertMessages } from '../thread/store/threads.store.ts';
import { sendAndClose, sendLast } from './send-and-close.actions.ts';
import { maySend, setSendCheck } from './send-check.ts';

const { send, messages, showToast } = vi.hoisted(() => ({
  send: vi.fn(),
  messages: vi.fn(),
  showToast: vi.fn(),
}));
vi.mock('../../../lib/api/api.ts', () => ({ api: { conversations: { send, messages } } }));
vi.mock('../../../lib/toast.ts', () => ({ showToast, showErrorToast: vi.fn() }));

const at = (minute: number) => new Date(2026, 0, 1, 10, minute).toISOString();
const question = (id: string, minute: number) =>
  sampleMessage({ id, direction: 'inbound', status: 'received', createdAt: at(minute) });
const ours = sampleMessage({ id: 'msg_ours', createdAt: at(9) });

/** What the server answers when it is asked for the newest messages. */
const serverHas = (...data: ThreadMessage[]) =>
  messages.mockResolvedValue({ data, nextCursor: null, newerCursor: null, firstUnreadId: null });
const sendAndWait = () => sendLast('cv_1', () => sendText('cv_1', 'Goodbye'));

beforeEach(() => {
  const { id, direction, type, status, sentBy } = question('msg_1', 1);
  const lastMessage = { id, direction, type, status, sentBy, preview: '', author: null, createdAt: at(1) };
  upsertConversations([sampleConversation({ lastMessage })]);
  openThread('cv_1');
  patchThread('cv_1', { phase: 'ready', messages: [question('msg_0', 0), question('msg_1', 1)] });
  send.mockImplementation(async ({ body }) => ({ ...ours, clientId: body.clientId }));
  serverHas(ours, question('msg_1', 1), question('msg_0', 0));
});
afterEach(() => {
  closeOutbox();
  setSendCheck(null);
  resetThreads();
  resetConversations();
  vi.resetAllMocks();
});

describe('the last message before a conversation is closed', () => {
  it('closes it when nothing has come since', async () => {
    expect(await sendAndWait()).not.toBeNull();
    expect(showToast).not.toHaveBeenCalled();
  });

  it('leaves it open when the customer has written while it was on its way', async () => {
    send.mockImplementation(async ({ body }) => {
      upsertMessages('cv_1', [question('msg_2', 8)]);
      return { ...ours, clientId: body.clientId };
    });
    serverHas(ours, question('msg_2', 8), question('msg_1', 1), question('msg_0', 0));
    expect(await sendAndWait()).toBeNull();
    expect(showToast).toHaveBeenCalledOnce();
  });

  it('leaves it open for a question that no event has brought yet, even with a time before the last one', async () => {
    serverHas(ours, question('msg_1', 1), question('msg_late', 0), question('msg_0', 0));
    expect(await sendAndWait()).toBeNull();
    expect(showToast).toHaveBeenCalledOnce();
  });

  it('knows the last question where an old part of the thread is on the screen', async () => {
    patchThread('cv_1', { messages: [question('msg_old', -90)], newerCursor: 'newer' });
    expect(await sendAndWait()).not.toBeNull();
    serverHas(question('msg_2', 11), ours, question('msg_1', 1), question('msg_0', 0));
    expect(await sendAndWait()).toBeNull();
  });

  it('goes by the events when the server does not answer', async () => {
    messages.mockRejectedValue(new ApiError('network'));
    expect(await sendAndWait()).not.toBeNull();
    send.mockImplementation(async ({ body }) => {
      upsertMessages('cv_1', [question('msg_2', 8)]);
      return { ...ours, clientId: body.clientId };
    });
    expect(await sendAndWait()).toBeNull();
  });

  it('leaves it open when it was not sent, and says why', async () => {
    send.mockRejectedValue(new ApiError('window_closed', { status: 409 }));
    expect(await sendAndWait()).toBeNull();
    expect(showToast).toHaveBeenCalledOnce();
    expect(messages).not.toHaveBeenCalled();
  });

  it('is none when the person is asked about the text first', async () => {
    expect(await sendLast('cv_1', () => {})).toBeNull();
    expect(showToast).not.toHaveBeenCalled();
  });
});

it('a message that the check sends by itself, once it knows more, also closes the conversation', async () => {
  let repeat: (() => void) | null = null;
  setSendCheck((_, send) => {
    if (repeat !== null) return true;
    repeat = send;
    return false;
  });
  const close = vi.fn();
  const sendChecked = (again: () => void) => {
    if (maySend('cv_1', again)) sendText('cv_1', 'Goodbye');
  };
  await sendAndClose('cv_1', sendChecked, close);
  expect(send).not.toHaveBeenCalled();
  expect(close).not.toHaveBeenCalled();
  (repeat as (() => void) | null)?.();
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(send).toHaveBeenCalledOnce();
});
