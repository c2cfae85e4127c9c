import { afterEach, describe, expect, it } from 'vitest';
import { COMMAND_IDS, type CommandId } from './commands.ts';
import {
  changeKeys,
  clashOf,
  keysOf,
  readCustomKeys,
  restoreKeys,
  switchSingleKeys,
} from './custom-keys.store.ts';
import { ariaKeys, chordOf, writeKeys } from './keys.ts';
import { addCommands, type CommandHandlers, createKeyReader, handlerOf } from './registry.ts';

const press = (key: string, over: Partial<KeyboardEvent> = {}) => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...over,
});

describe('chordOf', () => {
  it('names the key with its modifiers', () => {
    expect(chordOf(press('k', { ctrlKey: true }), false)).toBe('mod+k');
    expect(chordOf(press('k', { metaKey: true }), true)).toBe('mod+k');
    expect(chordOf(press('k', { ctrlKey: true }), true)).toBe('ctrl+k');
    expect(chordOf(press('U', { shiftKey: true }), false)).toBe('shift+u');
    expect(chordOf(press('E'), false)).toBe('e');
    expect(chordOf(press('ArrowDown'), false)).toBe('ArrowDown');
    expect(chordOf(press('Shift', { shiftKey: true }), false)).toBeNull();
  });

  it('takes characters as they are typed, with Shift or without', () => {
    expect(chordOf(press('?', { shiftKey: true, code: 'Slash' }), false)).toBe('?');
    expect(chordOf(press('/', { shiftKey: true, code: 'Digit7' }), false)).toBe('/');
    expect(chordOf(press('+'), false)).toBe('Plus');
  });

  it('takes the position of the key where the layout has no Latin letters, and with Alt', () => {
    expect(chordOf(press('о', { code: 'KeyJ' }), false)).toBe('j');
    expect(chordOf(press('†', { code: 'KeyT', altKey: true }), true)).toBe('alt+t');
    expect(chordOf(press('z', { code: 'KeyY' }), false)).toBe('z');
  });
});

it('keys are written as the system writes them', () => {
  expect(writeKeys('mod+k', false)).toBe('Ctrl+K');
  expect(writeKeys('mod+k', true)).toBe('⌘K');
  expect(writeKeys('g i', false)).toBe('G I');
  expect(ariaKeys(['mod+\\'], false)).toBe('Control+\\');
  expect(ariaKeys(['j', 'ArrowDown'], false)).toBe('J ArrowDown');
  expect(ariaKeys(['g i'], false)).toBeUndefined();
});

it('no two commands have the same keys, and none begins with the keys of another', () => {
  const all = COMMAND_IDS.flatMap((id) => keysOf(id).map((keys) => ({ id, keys })));
  const clashes = all.filter(({ id, keys }) =>
    all.some((other) => other.id !== id && `${other.keys} `.startsWith(`${keys} `)),
  );
  expect(clashes).toEqual([]);
});

describe('a key press', () => {
  const free = { target: null, isElsewhere: false, isTyping: false, isFree: true };
  let calls: string[] = [];
  const removers: (() => void)[] = [];
  const offer = (...ids: CommandId[]) => {
    const current: CommandHandlers = Object.fromEntries(ids.map((id) => [id, () => calls.push(id)]));
    removers.push(addCommands({ current }));
  };
  const type = (keys: string[], focus: Partial<typeof free> = {}, over: object = {}) => {
    const read = createKeyReader(() => ({ ...free, ...focus }));
    let prevented = 0;
    for (const [at, key] of keys.entries()) {
      const event = { ...press(key), timeStamp: at * 100, preventDefault: () => (prevented += 1), ...over };
      read(event as unknown as KeyboardEvent);
    }
    return prevented;
  };

  afterEach(() => {
    restoreKeys();
    for (const remove of removers.splice(0)) remove();
    calls = [];
  });

  it('runs the command that a screen offers, and nothing where none does', () => {
    expect(type(['e'])).toBe(0);
    offer('conversation.close');
    expect(type(['e'])).toBe(1);
    expect(calls).toEqual(['conversation.close']);
    removers.pop()?.();
    expect(handlerOf('conversation.close')).toBeNull();
  });

  it('goes to what has the focus while a person types, in a dialog, and while an input method composes', () => {
    offer('conversation.close', 'list.leave', 'composer.templates');
    type(['e'], { isTyping: true, isFree: false });
    type(['Escape', 'e'], { isElsewhere: true });
    type(['e'], {}, { isComposing: true });
    type(['e'], {}, { defaultPrevented: true });
    expect(calls).toEqual([]);
    type(['Escape'], { isTyping: true, isFree: false });
    type(['t'], { isTyping: true, isFree: false }, { altKey: true });
    expect(calls).toEqual(['list.leave', 'composer.templates']);
  });

  it('leaves arrows and Enter to buttons, links and the thread', () => {
    offer('list.next', 'list.open');
    expect(type(['ArrowDown', 'Enter', 'j'], { isFree: false })).toBe(1);
    expect(calls).toEqual(['list.next']);
  });

  it('runs a sequence of two keys, and nothing when the second comes late or means nothing', () => {
    offer('go.inbox', 'conversation.close');
    type(['g', 'i']);
    expect(calls).toEqual(['go.inbox']);
    type(['g', 'e']);
    type(['g', 'g', 'i']);
    const read = createKeyReader(() => free);
    const at = (key: string, timeStamp: number) =>
      read({ ...press(key), timeStamp, preventDefault: () => undefined } as unknown as KeyboardEvent);
    at('g', 0);
    at('i', 5_000);
    expect(calls).toEqual(['go.inbox']);
  });

  it('follows the keys that the person has chosen, and single keys can be turned off', () => {
    offer('conversation.close', 'list.next', 'list.leave', 'composer.templates');
    changeKeys('conversation.close', ['c']);
    type(['e', 'c']);
    expect(calls).toEqual(['conversation.close']);
    changeKeys('conversation.close', []);
    type(['c']);
    changeKeys('conversation.close', null);
    switchSingleKeys(false);
    type(['e', 'j', 'ArrowDown', 'Escape']);
    type(['t'], {}, { altKey: true });
    expect(calls.slice(1)).toEqual(['list.next', 'list.leave', 'composer.templates']);
  });

  it('repeats only the commands that move, when the key is held', () => {
    offer('list.next', 'conversation.close');
    expect(type(['j', 'e'], {}, { repeat: true })).toBe(2);
    expect(calls).toEqual(['list.next']);
  });

  it('runs what the newest screen offers, and the one below where that has nothing to do', () => {
    removers.push(addCommands({ current: { 'list.next': () => calls.push('below') } }));
    const above: { current: CommandHandlers } = { current: { 'list.next': () => calls.push('above') } };
    removers.push(addCommands(above));
    type(['j']);
    above.current = { 'list.next': null };
    type(['j']);
    expect(calls).toEqual(['above', 'below']);
  });
});

describe('chosen keys', () => {
  afterEach(restoreKeys);

  it('clash with the same keys, and with sequences that begin with them', () => {
    expect(clashOf('conversation.close', 'j')).toBe('list.next');
    expect(clashOf('conversation.close', 'e')).toBeNull();
    expect(clashOf('conversation.close', 'g')).toBe('go.inbox');
    expect(clashOf('conversation.close', 'j k')).toBe('list.next');
    changeKeys('list.next', ['n']);
    expect(clashOf('conversation.close', 'j')).toBeNull();
    expect(clashOf('conversation.close', 'n')).toBe('list.next');
  });

  it('are read as far as they can be', () => {
    const stored = {
      changed: { 'list.next': ['n'], 'no.such': ['x'], 'list.open': ['o'], 'list.search': 3 },
    };
    expect(readCustomKeys(JSON.stringify(stored))).toEqual({
      changed: { 'list.next': ['n'] },
      hasSingleKeys: true,
    });
    for (const broken of [null, '', '{}', '[]', 'null', '{"changed":null}'])
      expect(readCustomKeys(broken)).toEqual({ changed: {}, hasSingleKeys: true });
    expect(keysOf('list.next')).toEqual(['j', 'ArrowDown']);
  });
});
