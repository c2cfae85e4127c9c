import { describe, expect, it } from 'vitest';
import { loadLaterTexts } from '../../../lib/i18n.ts';
import { boxOf, factsOf, fileName, formatDuration, rejectionOf } from './media-text.ts';

await loadLaterTexts();

describe('the description of a file', () => {
  it('has a download name with the right extension', () => {
    expect(fileName({ filename: null, mimeType: 'image/jpeg' }, 'image')).toBe('photo.jpg');
    expect(fileName({ filename: 'order 17.pdf', mimeType: 'application/pdf' }, 'document')).toBe(
      'order 17.pdf',
    );
  });

  it('shows the extension and size if they are known', () => {
    expect(factsOf({ mimeType: 'application/pdf', size: 348_160, filename: 'a.pdf' })).toBe('PDF · 340 KB');
    expect(factsOf({ mimeType: 'application/x-odd', size: null, filename: null })).toBe('');
  });

  it('explains why a file cannot be sent', () => {
    const file = { name: 'view.jpg', type: 'image/jpeg', size: 1_000 };
    expect(rejectionOf(file)).toBeNull();
    expect(rejectionOf({ ...file, size: 0 })).toBe('The file is empty.');
    expect(rejectionOf({ ...file, size: 6 * 1024 * 1024 })).toBe('6 MB; the limit is 5 MB for images.');
    expect(rejectionOf({ ...file, name: 'a.ZIP', type: 'application/zip' })).toMatch(
      /^A \.zip file cannot be sent/,
    );
    expect(rejectionOf({ ...file, name: 'a', type: 'a/b' })).toMatch(/^A file of type a\/b cannot be sent/);
    expect(rejectionOf({ ...file, name: 'a', type: '' })).toMatch(
      /^A file of an unknown type cannot be sent/,
    );
  });

  it('fits an image into the thread and keeps its aspect ratio', () => {
    expect(boxOf(1200, 1600)).toEqual({ width: 255, height: 340 });
    expect(boxOf(480, 320)).toEqual({ width: 320, height: 213 });
    expect(boxOf(20, 4_000)).toEqual({ width: 72, height: 340 });
    expect(boxOf(null, null)).toEqual({ width: 260, height: 195 });
  });

  it('shows a duration in minutes and seconds', () => {
    expect([7.2, 750, Number.NaN, Number.POSITIVE_INFINITY].map(formatDuration)).toEqual([
      '0:07',
      '12:30',
      '0:00',
      '0:00',
    ]);
  });
});
