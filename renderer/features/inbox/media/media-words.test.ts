import { describe, expect, it } from 'vitest';
import { boxOf, factsOf, fileName, formatDuration } from './media-words.ts';

describe('a file in words', () => {
  it('is saved under a name with the right ending', () => {
    expect(fileName({ filename: null, mimeType: 'image/jpeg' }, 'image')).toBe('photo.jpg');
    expect(fileName({ filename: 'order 17.pdf', mimeType: 'application/pdf' }, 'document')).toBe(
      'order 17.pdf',
    );
  });

  it('says its ending and size as far as they are known', () => {
    expect(factsOf({ mimeType: 'application/pdf', size: 348_160, filename: 'a.pdf' })).toBe('PDF · 340 KB');
    expect(factsOf({ mimeType: 'application/x-odd', size: null, filename: null })).toBe('');
  });

  it('keeps the shape of a picture in a box that fits a thread', () => {
    expect(boxOf(1200, 1600)).toEqual({ width: 255, height: 340 });
    expect(boxOf(480, 320)).toEqual({ width: 320, height: 213 });
    expect(boxOf(20, 4_000)).toEqual({ width: 72, height: 340 });
    expect(boxOf(null, null)).toEqual({ width: 260, height: 195 });
  });

  it('lasts minutes and seconds', () => {
    expect([7.2, 750, Number.NaN, Number.POSITIVE_INFINITY].map(formatDuration)).toEqual([
      '0:07',
      '12:30',
      '0:00',
      '0:00',
    ]);
  });
});
