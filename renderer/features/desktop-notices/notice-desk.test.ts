import { describe, expect, it, vi } from 'vitest';
import type { MessageNotice } from '../../../shared/ipc/shapes.ts';
import { createNoticeDesk } from './notice-desk.ts';

function world() {
  const eyes = { on: '' };
  const shown: string[] = [];
  let due: (() => void)[] = [];
  const clear = vi.fn();
  const desk = createNoticeDesk({
    show: ({ conversationId, body }) => shown.push(`${conversationId}: ${body}`),
    clear,
    isLookedAt: (id) => eyes.on === id,
    later: (work) => due.push(work),
  });
  const pass = () => {
    const now = due;
    due = [];
    for (const work of now) work();
  };
  return { eyes, shown, clear, desk, pass };
}

const notice = (conversationId: string, body = 'Hello'): MessageNotice => ({
  conversationId,
  title: 'Ana',
  body,
  canReply: true,
});

describe('the notice desk', () => {
  it('tells of a message in a conversation that nobody looks at', () => {
    const { desk, shown, pass } = world();
    desk.take(notice('a'));
    pass();
    expect(shown).toEqual(['a: Hello']);
  });

  it('says nothing about the conversation before somebody’s eyes, and does about the others', () => {
    const { desk, shown, pass, eyes } = world();
    eyes.on = 'a';
    desk.take(notice('a'));
    desk.take(notice('b'));
    pass();
    expect(shown).toEqual(['b: Hello']);
  });

  it('shows the last of several messages of one conversation', () => {
    const { desk, shown, pass } = world();
    desk.take(notice('a', 'one'));
    desk.take(notice('a', 'two'));
    pass();
    desk.take(notice('a', 'three'));
    pass();
    expect(shown).toEqual(['a: two', 'a: three']);
  });

  it('is not a wall after a night offline: the newest four', () => {
    const { desk, shown, pass } = world();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'a']) desk.take(notice(id));
    pass();
    expect(shown.map((line) => line[0])).toEqual(['d', 'e', 'f', 'a']);
  });

  it('says nothing when the conversation was read in the same moment', () => {
    const { desk, shown, pass } = world();
    desk.take(notice('a'));
    desk.drop('a');
    pass();
    desk.take(notice('b'));
    pass();
    expect(shown).toEqual(['b: Hello']);
  });

  it('clears what was read here or elsewhere, also from before a reload', () => {
    const { desk, clear, pass } = world();
    desk.take(notice('a'));
    desk.take(notice('b'));
    pass();
    desk.settle((id) => id === 'a');
    expect(clear.mock.calls).toEqual([['a']]);
    desk.drop('z');
    expect(clear).toHaveBeenLastCalledWith('z');
  });

  it('leaves nothing behind when the person goes', () => {
    const { desk, clear, shown, pass } = world();
    desk.take(notice('a'));
    pass();
    desk.take(notice('b'));
    desk.dropAll();
    pass();
    expect(shown).toEqual(['a: Hello']);
    expect(clear.mock.calls.flat().sort()).toEqual(['a', 'b']);
  });
});
