import { describe, expect, it } from 'vitest';
import { isOneEmoji } from './emoji.ts';

describe('a single emoji', () => {
  it.each(['👍', '❤', '❤️', '👍🏽', '👨‍👩‍👧', '🇩🇪', '1️⃣', '🏳️‍🌈', '☺️'])('is %s', (text) => {
    expect(isOneEmoji(text)).toBe(true);
  });

  it.each(['', ' ', 'a', '1', '#', '👍👍', '👍 ', 'ok👍', ':+1:', '🇩🇪🇫🇷'])('is not "%s"', (text) => {
    expect(isOneEmoji(text)).toBe(false);
  });
});
