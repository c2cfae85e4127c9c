import { describe, expect, it } from 'vitest';
import { readShortcut, type ShortcutKey, writeShortcut } from './shortcut.ts';

const press = (key: string, code: string, held = ''): ShortcutKey => ({
  key,
  code,
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
});
const read = (key: string, code: string, held = '', isMac = false) =>
  readShortcut(press(key, code, held), isMac);

describe('the shortcut recorder', () => {
  it('converts a key press to Electron’s notation', () => {
    const cases: [string, string, string, string][] = [
      ['S', 'KeyS', 'ctrl shift', 'Control+Shift+S'],
      ['i', 'KeyI', 'ctrl alt', 'Control+Alt+I'],
      ['!', 'Digit1', 'ctrl shift', 'Control+Shift+1'],
      [' ', 'Space', 'alt', 'Alt+Space'],
      ['ArrowUp', 'ArrowUp', 'ctrl alt', 'Control+Alt+Up'],
      ['F9', 'F9', 'ctrl', 'Control+F9'],
      ['5', 'Numpad5', 'alt', 'Alt+num5'],
    ];
    for (const [key, code, held, accelerator] of cases) {
      expect(read(key, code, held)).toEqual({ kind: 'shortcut', accelerator });
    }
    expect(read('s', 'KeyS', 'meta shift', true)).toEqual({
      kind: 'shortcut',
      accelerator: 'Shift+Command+S',
    });
  });

  it('uses the letter of the layout, or the key’s position if the letter is not Latin', () => {
    expect(read('a', 'KeyQ', 'ctrl alt')).toMatchObject({ accelerator: 'Control+Alt+A' });
    expect(read('Ы', 'KeyS', 'ctrl shift')).toMatchObject({ accelerator: 'Control+Shift+S' });
    expect(read('å', 'KeyA', 'meta alt', true)).toMatchObject({ accelerator: 'Alt+Command+A' });
  });

  it('waits while only modifiers are held', () => {
    expect(read('Shift', 'ShiftLeft', 'ctrl shift')).toEqual({ kind: 'partial', text: 'Ctrl + Shift' });
    expect(read('Meta', 'MetaLeft', 'meta', true)).toEqual({ kind: 'partial', text: '⌘' });
  });

  it('rejects keys that people type or use in other programs', () => {
    for (const [key, code, held] of [
      ['a', 'KeyA', ''],
      ['A', 'KeyA', 'shift'],
      ['F5', 'F5', ''],
      ['c', 'KeyC', 'ctrl'],
    ] as const) {
      expect(read(key, code, held)).toMatchObject({ kind: 'refused' });
    }
    expect(read('c', 'KeyC', 'meta', true)).toMatchObject({ kind: 'refused' });
    expect(read('MediaPlay', 'MediaPlayPause', 'ctrl shift')).toMatchObject({ kind: 'refused' });
  });

  it('cancels on Escape, removes the shortcut on Backspace and ignores Tab', () => {
    expect(read('Escape', 'Escape')).toEqual({ kind: 'cancelled' });
    expect(read('Backspace', 'Backspace')).toEqual({ kind: 'cleared' });
    expect(read('Tab', 'Tab')).toEqual({ kind: 'ignored' });
    expect(read('Tab', 'Tab', 'shift')).toEqual({ kind: 'ignored' });
  });

  it('formats a shortcut like the operating system', () => {
    expect(writeShortcut('Control+Shift+S', false)).toBe('Ctrl + Shift + S');
    expect(writeShortcut('Alt+Shift+Command+S', true)).toBe('⌥⇧⌘S');
  });
});
