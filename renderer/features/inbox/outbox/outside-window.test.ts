import { describe, expect, it } from 'vitest';
import { sampleConversation, sampleMessage } from '../test-samples.ts';
import { isBounced, isLastBounced } from './outside-window.ts';

describe('isBounced', () => {
  it('is true for messages that were sent despite the warning and not delivered', () => {
    const warned = { warnings: ['window_closed' as const] };
    expect(isBounced(sampleMessage({ ...warned, status: 'sent' }))).toBe(true);
    expect(isBounced(sampleMessage({ ...warned, status: 'queued' }))).toBe(false);
    expect(isBounced(sampleMessage({ ...warned, status: 'delivered' }))).toBe(false);
    expect(isBounced(sampleMessage({ status: 'sent' }))).toBe(false);
  });
});

describe('isLastBounced', () => {
  const lastMessage = {
    id: 'msg_1',
    direction: 'outbound',
    type: 'text',
    status: 'sent',
    preview: 'Hello',
    author: null,
    sentBy: 'program',
    createdAt: '2026-01-02T10:00:00.000Z',
  } as const;
  const before = '2026-01-02T09:00:00.000Z';

  it('is true when the window had already closed or never opened', () => {
    expect(isLastBounced(sampleConversation({ lastMessage, windowExpiresAt: before }))).toBe(true);
    expect(isLastBounced(sampleConversation({ lastMessage, windowExpiresAt: null }))).toBe(true);
  });

  it('is false within the window, for templates and for delivered messages', () => {
    const after = '2026-01-02T11:00:00.000Z';
    const template = { ...lastMessage, type: 'template' } as const;
    const delivered = { ...lastMessage, status: 'delivered' } as const;
    expect(isLastBounced(sampleConversation({ lastMessage, windowExpiresAt: after }))).toBe(false);
    expect(isLastBounced(sampleConversation({ lastMessage: template }))).toBe(false);
    expect(isLastBounced(sampleConversation({ lastMessage: delivered }))).toBe(false);
  });
});
