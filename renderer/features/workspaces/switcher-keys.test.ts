import { describe, expect, it } from 'vitest';
import { placeIndexOf, type SwitcherKey, switcherHint } from './switcher-keys.ts';

const press = (over: Partial<SwitcherKey>): SwitcherKey => ({
  code: 'Digit1',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...over,
});

describe('the shortcuts of the workspace switcher', () => {
  it('are Ctrl with a digit, or Cmd on macOS', () => {
    expect(placeIndexOf(press({ ctrlKey: true }), false)).toBe(0);
    expect(placeIndexOf(press({ ctrlKey: true, code: 'Digit9' }), false)).toBe(8);
    expect(placeIndexOf(press({ ctrlKey: true, code: 'Numpad3' }), false)).toBe(2);
    expect(placeIndexOf(press({ metaKey: true, code: 'Digit2' }), true)).toBe(1);
    expect(placeIndexOf(press({ metaKey: true }), false)).toBeNull();
    expect(placeIndexOf(press({ ctrlKey: true }), true)).toBeNull();
  });

  it('ignore all other key presses: typing, zoom and system shortcuts', () => {
    expect(placeIndexOf(press({}), false)).toBeNull();
    expect(placeIndexOf(press({ ctrlKey: true, code: 'Digit0' }), false)).toBeNull();
    expect(placeIndexOf(press({ ctrlKey: true, code: 'KeyA' }), false)).toBeNull();
    expect(placeIndexOf(press({ ctrlKey: true, shiftKey: true }), false)).toBeNull();
    // AltGr is reported as Ctrl and Alt.
    expect(placeIndexOf(press({ ctrlKey: true, altKey: true }), false)).toBeNull();
  });

  it('are shown in the style of the operating system, for nine workspaces', () => {
    expect(switcherHint(0, false)).toBe('Ctrl 1');
    expect(switcherHint(8, true)).toBe('⌘9');
    expect(switcherHint(9, false)).toBeNull();
  });
});
