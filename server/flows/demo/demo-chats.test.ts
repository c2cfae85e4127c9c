import { describe, expect, it } from 'vitest';
import { PhoneSchema } from '../../../shared/domain/phone.ts';
import { EmailSchema } from '../../../shared/domain/text.ts';
import { DEMO_CHATS } from './demo-chats.ts';
import { DEMO_CONTACTS } from './demo-contacts.ts';
import { layOutChat } from './lay-out-chat.ts';

const HOUR = 60 * 60 * 1_000;
const moments = ['2026-03-02T03:10:00Z', '2026-03-02T10:00:00Z', '2026-12-31T23:50:00Z'].map(
  (time) => new Date(time),
);

describe('the demo data', () => {
  it('has 60 valid contacts with distinct numbers, and 40 conversations', () => {
    expect(new Set(DEMO_CONTACTS.map((contact) => PhoneSchema.parse(contact.phone))).size).toBe(60);
    for (const { email } of DEMO_CONTACTS) if (email !== null) expect(EmailSchema.parse(email)).toBe(email);
    const known = new Set(DEMO_CONTACTS.map((contact) => contact.phone));
    expect(new Set(DEMO_CHATS.map((chat) => chat.phone)).size).toBe(40);
    expect(DEMO_CHATS.filter((chat) => !known.has(chat.phone))).toEqual([]);
    expect(DEMO_CHATS.filter((chat) => chat.unread).length).toBeGreaterThanOrEqual(5);
  });

  it.each(moments)('has messages in order, in the past, and none from us in a closed window (%s)', (now) => {
    for (const chat of DEMO_CHATS) {
      const messages = layOutChat(chat, now);
      expect(messages.length).toBeGreaterThanOrEqual(3);
      expect(messages.length).toBeLessThanOrEqual(25);
      expect(messages.at(-1)?.at.getTime()).toBeLessThan(now.getTime());
      let before = 0;
      let lastInbound = 0;
      for (const { at, from, text } of messages) {
        expect(at.getTime(), `${chat.phone}: ${text}`).toBeGreaterThan(before);
        before = at.getTime();
        if (from === 'customer') lastInbound = before;
        else expect(before - lastInbound, `${chat.phone}: ${text}`).toBeLessThan(24 * HOUR);
      }
      const unread = messages.slice(messages.length - (chat.unread ?? 0));
      expect(unread.every((message) => message.from === 'customer')).toBe(true);
    }
  });

  it('has open and closed windows at any time of creation', () => {
    for (const now of moments) {
      const ages = DEMO_CHATS.map((chat) => {
        const inbound = layOutChat(chat, now).findLast((message) => message.from === 'customer');
        return now.getTime() - (inbound?.at.getTime() ?? 0);
      });
      expect(ages.filter((age) => age < 24 * HOUR).length).toBeGreaterThan(10);
      expect(ages.filter((age) => age > 24 * HOUR).length).toBeGreaterThan(10);
    }
  });
});
