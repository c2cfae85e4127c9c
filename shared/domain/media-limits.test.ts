import { describe, expect, it } from 'vitest';
import { formatBytes, judgeFile, nameOfFile } from './media-limits.ts';

const MB = 1024 * 1024;
const judge = (name: string, type: string, size = 10) => judgeFile({ name, type, size });

describe('a file', () => {
  it.each([
    ['a.jpg', 'image/jpeg', 'image', 'image/jpeg'],
    ['a.png', 'image/png', 'image', 'image/png'],
    ['a.webp', 'image/webp', 'sticker', 'image/webp'],
    ['a.mp3', 'audio/mp3', 'audio', 'audio/mpeg'],
    ['a.ogg', 'audio/ogg; codecs=opus', 'audio', 'audio/ogg'],
    ['a.pdf', '', 'document', 'application/pdf'],
    ['A.PDF', 'application/octet-stream', 'document', 'application/pdf'],
    ['a.csv', 'text/csv', 'document', 'text/plain'],
  ])('%s of type "%s" is sent as %s', (name, type, kind, mimeType) => {
    expect(judge(name, type)).toEqual({ ok: true, kind, mimeType });
  });

  it.each([
    ['a.heic', 'image/heic', 'A .heic file cannot be sent.'],
    ['a', '', 'A file of an unknown kind cannot be sent.'],
    ['a.zip', 'application/zip', 'A .zip file cannot be sent.'],
    ['a.webm', 'audio/webm', 'A .webm file cannot be sent.'],
    ['constructor', 'toString', 'A file of type toString cannot be sent.'],
    ['x.toString', '', 'A .tostring file cannot be sent.'],
  ])('%s of type "%s" is rejected with a list of the accepted types', (name, type, reason) => {
    const verdict = judge(name, type);
    expect(verdict).toMatchObject({ ok: false, code: 'type' });
    expect(verdict.ok || verdict.reason).toContain(reason);
  });

  it('is rejected with its size and the limit of its kind', () => {
    expect(judge('a.mp4', 'video/mp4', 34 * MB)).toEqual({
      ok: false,
      code: 'size',
      reason: '34 MB; the limit is 16 MB for video.',
    });
    expect(judge('a.jpg', 'image/jpeg', 5 * MB).ok).toBe(true);
    expect(judge('a.jpg', 'image/jpeg', 5 * MB + 1)).toMatchObject({
      reason: '5.1 MB; the limit is 5 MB for images.',
    });
    expect(judge('a.pdf', 'application/pdf', 100 * MB).ok).toBe(true);
    expect(judge('a.pdf', 'application/pdf', 0)).toMatchObject({ code: 'empty' });
  });

  it('gets a name that matches its type', () => {
    expect(nameOfFile(null, 'audio/ogg; codecs=opus')).toBe('file.ogg');
    expect(nameOfFile('report', 'application/pdf')).toBe('report.pdf');
    expect(nameOfFile('a.jpeg', 'image/jpeg')).toBe('a.jpeg');
    expect(nameOfFile('data.csv', 'text/plain')).toBe('data.csv');
    expect(nameOfFile('tricky.exe', 'image/png')).toBe('tricky.exe.png');
  });

  it('has a readable size', () => {
    expect([12, 2_048, 1.26 * MB, 34 * MB, 2.5 * 1024 * MB].map((size) => formatBytes(size))).toEqual([
      '12 B',
      '2 KB',
      '1.3 MB',
      '34 MB',
      '2.5 GB',
    ]);
  });
});
