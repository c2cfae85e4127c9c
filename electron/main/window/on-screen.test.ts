import { expect, it } from 'vitest';
import { isOnScreen } from './on-screen.ts';

const left = { x: 0, y: 0, width: 1920, height: 1080 };
const right = { x: 1920, y: 0, width: 1920, height: 1080 };
const window = (x: number, y: number) => ({ x, y, width: 1280, height: 820 });

it('keeps a window position unless its screen is disconnected or its title bar is out of reach', () => {
  expect(isOnScreen(window(100, 100), [left])).toBe(true);
  expect(isOnScreen(window(2000, 100), [left, right])).toBe(true);
  expect(isOnScreen(window(2000, 100), [left])).toBe(false);
  expect(isOnScreen(window(-1200, 100), [left])).toBe(false);
  expect(isOnScreen(window(100, -40), [left])).toBe(false);
  expect(isOnScreen(window(100, 1060), [left])).toBe(false);
  expect(isOnScreen(window(100, 100), [])).toBe(false);
});
