import { describe, expect, it } from 'vitest';
import { loadPageTexts } from '../../../lib/i18n.ts';
import { progressOf, timeLeft } from './model-states.ts';

// The texts of these pages are loaded when a page needs them.
await loadPageTexts();

const at = (bytes: number, bytesPerSecond = 0) => ({
  state: 'downloading' as const,
  bytes,
  totalBytes: 2_000_000_000,
  bytesPerSecond,
});

describe('the progress of a download', () => {
  it('shows the downloaded share, the speed and the time left', () => {
    expect(progressOf(at(500_000_000, 5_000_000))).toBe('500 MB of 2.0 GB · 5 MB/s · about 5 min left');
    expect(progressOf(at(500_000_000))).toBe('500 MB of 2.0 GB');
    expect(progressOf({ ...at(0), state: 'waiting' })).toBe('Starting');
    expect(progressOf({ ...at(2_000_000_000), state: 'checking' })).toContain('Checking');
  });

  it('rounds the time left', () => {
    expect(timeLeft(12)).toBe('under a minute left');
    expect(timeLeft(725)).toBe('about 12 min left');
    expect(timeLeft(7_260)).toBe('about 2 h 1 min left');
  });
});
