import { describe, expect, it } from 'vitest';
import type { EventPayload } from '../../../shared/events/index.ts';
import { messageNotice } from './message-notice.ts';

const NOW = new Date('2026-01-01T12:00:00.000Z');

/** Returns an event with only the fields that a notification uses. */
function received(
  message: Partial<EventPayload<'message.received'>['message']>,
  conversation: Partial<EventPayload<'message.received'>['conversation']> = {},
): EventPayload<'message.received'> {
  return {
    message: { id: 'ms_1', type: 'text', content: null, caption: null, ...message },
    conversation: {
      id: 'cv_1',
      contact: {
        id: 'ct_1',
        name: 'Ana',
        phone: '15550100123',
        status: 'cold',
        marketing: 'unknown',
        blocked: false,
      },
      windowExpiresAt: '2026-01-02T12:00:00.000Z',
      ...conversation,
    },
  } as EventPayload<'message.received'>;
}

const noticeOf = (...args: Parameters<typeof received>) =>
  messageNotice(received(...args), NOW, (type) => `a ${type}`);

describe('the notification of a message', () => {
  it('contains the sender and the text', () => {
    expect(noticeOf({ content: ' Hello \n' })).toEqual({
      conversationId: 'cv_1',
      messageId: 'ms_1',
      title: 'Ana',
      body: 'Hello',
      canReply: true,
    });
  });

  it('describes a message without text by its caption or its type', () => {
    expect(noticeOf({ type: 'image', caption: 'The kettle' }).body).toBe('The kettle');
    expect(noticeOf({ type: 'image', caption: ' ' }).body).toBe('a image');
  });

  it('shows the phone number of a contact without a name', () => {
    const contact = {
      id: 'ct_1',
      name: '',
      phone: '15550100123',
      status: 'cold',
      marketing: 'unknown',
      blocked: false,
    } as const;
    expect(noticeOf({ content: 'x' }, { contact }).title).toContain('555');
  });

  it('offers a reply only while the 24-hour window is open', () => {
    expect(noticeOf({ content: 'x' }, { windowExpiresAt: NOW.toISOString() }).canReply).toBe(false);
    expect(noticeOf({ content: 'x' }, { windowExpiresAt: null }).canReply).toBe(false);
  });

  it('truncates the text without splitting an emoji', () => {
    const { body } = noticeOf({ content: '🙂'.repeat(400) });
    expect([...body]).toHaveLength(300);
    expect(body.endsWith('🙂…')).toBe(true);
  });
});
