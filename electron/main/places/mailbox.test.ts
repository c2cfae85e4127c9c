import { expect, it } from 'vitest';
import { createMailbox, type Letter } from './mailbox.ts';

function rig() {
  const delivered: Letter[] = [];
  return { delivered, mailbox: createMailbox((_place, letter) => void delivered.push(letter)) };
}

it('keeps replies for a page that is not listening yet and delivers them once, in order', () => {
  const { delivered, mailbox } = rig();
  mailbox.post('a', { kind: 'reply', conversationId: 'c1', text: 'one' });
  mailbox.post('a', { kind: 'open', conversationId: 'c1' });
  mailbox.post('a', { kind: 'reply', conversationId: 'c1', messageId: 'm7', text: 'two' });
  mailbox.post('a', { kind: 'open', conversationId: 'c2', messageId: 'm1' });
  expect(delivered).toEqual([]);
  expect(mailbox.opened('a')).toEqual({ conversationId: 'c2', messageId: 'm1' });
  expect(delivered).toMatchObject([{ text: 'one' }, { text: 'two', messageId: 'm7' }]);
  expect(mailbox.opened('a')).toBeNull();
  expect(delivered).toHaveLength(2);
});

it('delivers immediately to a listening page, until it reloads', () => {
  const { delivered, mailbox } = rig();
  mailbox.opened('a');
  mailbox.post('a', { kind: 'open', conversationId: 'c1' });
  expect(delivered).toHaveLength(1);
  mailbox.closed('a');
  mailbox.post('a', { kind: 'reply', conversationId: 'c1', text: 'kept' });
  mailbox.post('b', { kind: 'open', conversationId: 'c9' });
  expect(delivered).toHaveLength(1);
  expect(mailbox.opened('a')).toBeNull();
  expect(delivered).toHaveLength(2);
});
