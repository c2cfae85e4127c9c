import { describe, expect, it, vi } from 'vitest';
import type { MessageNotice } from '../../../shared/ipc/shapes.ts';
import { createNoticeQueue } from './notice-queue.ts';

function setup() {
  const screen = { on: '' };
  const shown: string[] = [];
  let due: (() => void)[] = [];
  const clear = vi.fn();
  const queue = createNoticeQueue({
    show: ({ conversationId, body }) => shown.push(`${conversationId}: ${body}`),
    clear,
    isVisible: (id) => screen.on === id,
    later: (work) => due.push(work),
  });
  const pass = () => {
    const now = due;
    due = [];
    for (const work of now) work();
  };
  return { screen, shown, clear, queue, pass };
}

const notice = (conversationId: string, body = 'Hello'): MessageNotice => ({
  conversationId,
  title: 'Ana',
  body,
  canReply: true,
});

describe('the notice queue', () => {
  it('shows a message of a conversation that is not on screen', () => {
    const { queue, shown, pass } = setup();
    queue.add(notice('a'));
    pass();
    expect(shown).toEqual(['a: Hello']);
  });

  it('shows no notification for the visible conversation', () => {
    const { queue, shown, pass, screen } = setup();
    screen.on = 'a';
    queue.add(notice('a'));
    queue.add(notice('b'));
    pass();
    expect(shown).toEqual(['b: Hello']);
  });

  it('shows only the last of several messages in a conversation', () => {
    const { queue, shown, pass } = setup();
    queue.add(notice('a', 'one'));
    queue.add(notice('a', 'two'));
    pass();
    queue.add(notice('a', 'three'));
    pass();
    expect(shown).toEqual(['a: two', 'a: three']);
  });

  it('shows only the newest four after a long time offline', () => {
    const { queue, shown, pass } = setup();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'a']) queue.add(notice(id));
    pass();
    expect(shown.map((line) => line[0])).toEqual(['d', 'e', 'f', 'a']);
  });

  it('shows nothing when the conversation is read within the delay', () => {
    const { queue, shown, pass } = setup();
    queue.add(notice('a'));
    queue.remove('a');
    pass();
    queue.add(notice('b'));
    pass();
    expect(shown).toEqual(['b: Hello']);
  });

  it('clears the notifications of read conversations, including those from before a reload', () => {
    const { queue, clear, pass } = setup();
    queue.add(notice('a'));
    queue.add(notice('b'));
    pass();
    queue.removeRead((id) => id === 'a');
    expect(clear.mock.calls).toEqual([['a']]);
    queue.remove('z');
    expect(clear).toHaveBeenLastCalledWith('z');
  });

  it('clears all notifications when the person signs out', () => {
    const { queue, clear, shown, pass } = setup();
    queue.add(notice('a'));
    pass();
    queue.add(notice('b'));
    queue.removeAll();
    pass();
    expect(shown).toEqual(['a: Hello']);
    expect(clear.mock.calls.flat().sort()).toEqual(['a', 'b']);
  });
});
