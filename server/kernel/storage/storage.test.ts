import fs, { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { openStorage } from './storage.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function newStorage() {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-storage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, storage: openStorage({ folder, s3: null }) };
}

const facts = { size: 5, mimeType: 'text/plain' };

it('a stored file is on the disk before its storing ends', async () => {
  const { folder, storage } = newStorage();
  const order: string[] = [];
  const { fsync } = fs;
  vi.spyOn(fs, 'fsync').mockImplementation((fd, done) =>
    fsync(fd, (error) => {
      order.push('on the disk');
      done(error);
    }),
  );
  await storage.write('one/file', Readable.from(['bytes']), facts);
  order.push('stored');
  expect(order).toEqual(['on the disk', 'stored']);
  expect(readFileSync(join(folder, 'one', 'file'), 'utf8')).toBe('bytes');
});

it('a file that the disk does not take is not stored', async () => {
  const { storage } = newStorage();
  vi.spyOn(fs, 'fsync').mockImplementation((_fd, done) => done(new Error('no space left on device')));
  await expect(storage.write('one/file', Readable.from(['bytes']), facts)).rejects.toThrow('no space left');
});
