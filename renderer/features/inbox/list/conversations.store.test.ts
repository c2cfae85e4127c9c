import { afterEach, describe, expect, it } from 'vitest';
import type { Conversation } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { sampleConversation } from '../test-samples.ts';
import {
  markWindowRejected,
  removeConversation,
  renameContact,
  resetConversations,
  setUnreadTotal,
  unreadMark,
  upsertConversations,
  useConversations,
} from './conversations.store.ts';

const state = () => useConversations.getState();
const lastMessage = (status: 'queued' | 'sent' | 'failed' | 'read'): Conversation['lastMessage'] => ({
  id: 'msg_1',
  direction: 'outbound',
  type: 'text',
  status,
  preview: 'Hello',
  author: null,
  sentBy: 'program',
  createdAt: '2026-01-01T10:00:00.000Z',
});

afterEach(resetConversations);

describe('the conversations store', () => {
  it('ignores an unread count from before a conversation was read', () => {
    upsertConversations([sampleConversation({ unreadCount: 2 })]);
    setUnreadTotal(3);
    const mark = unreadMark();
    upsertConversations([sampleConversation({ unreadCount: 0 })]);
    expect(setUnreadTotal(3, mark)).toBe(false);
    expect(state().unreadTotal).toBe(2);
    expect(setUnreadTotal(2, unreadMark())).toBe(true);
  });

  it('ignores an older report', () => {
    upsertConversations([sampleConversation({ unreadCount: 2, updatedAt: '2026-01-01T10:00:05.000Z' })]);
    upsertConversations([sampleConversation({ unreadCount: 0, updatedAt: '2026-01-01T10:00:01.000Z' })]);
    expect(state().byId.cv_1?.unreadCount).toBe(2);
  });

  it('lowers the status of the last message only for a retry', () => {
    upsertConversations([sampleConversation({ lastMessage: lastMessage('read') })]);
    upsertConversations([sampleConversation({ lastMessage: lastMessage('sent') })]);
    expect(state().byId.cv_1?.lastMessage?.status).toBe('read');

    resetConversations();
    upsertConversations([sampleConversation({ lastMessage: lastMessage('failed') })]);
    upsertConversations([sampleConversation({ lastMessage: lastMessage('queued') })]);
    expect(state().byId.cv_1?.lastMessage?.status).toBe('failed');
    upsertConversations([sampleConversation({ lastMessage: lastMessage('queued') })], true);
    expect(state().byId.cv_1?.lastMessage?.status).toBe('queued');
  });

  it('updates the number of unread conversations', () => {
    upsertConversations([sampleConversation({ id: 'a', unreadCount: 3 }), sampleConversation({ id: 'b' })]);
    setUnreadTotal(1);
    upsertConversations([sampleConversation({ id: 'b', unreadCount: 1 })]);
    expect(state().unreadTotal).toBe(2);
    upsertConversations([sampleConversation({ id: 'a', unreadCount: 0 })]);
    expect(state().unreadTotal).toBe(1);
    removeConversation('b');
    expect(state().unreadTotal).toBe(0);
  });

  it('updates the name of a contact in its conversations', () => {
    upsertConversations([sampleConversation()]);
    renameContact({
      id: 'ct_1',
      name: 'Ana Souza',
      phone: '1',
      status: 'hot',
      marketing: 'unknown',
      blocked: false,
    });
    expect(state().byId.cv_1?.contact).toMatchObject({
      name: 'Ana Souza',
      status: 'hot',
      marketing: 'unknown',
      blocked: false,
    });
  });

  it('stores which window the server rejected', () => {
    upsertConversations([sampleConversation({ windowExpiresAt: '2026-01-02T10:00:00.000Z' })]);
    markWindowRejected('cv_1');
    expect(state().rejectedWindows.cv_1).toBe('2026-01-02T10:00:00.000Z');
  });
});
