import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage, type S3Settings, type Storage } from '../../server/kernel/storage/storage.ts';
import { startBucket } from '../helpers/bucket.ts';

const folder = mkdtempSync(join(tmpdir(), 'storage-'));
let bucket: Awaited<ReturnType<typeof startBucket>>;
let s3: S3Settings;
let places: Record<'a folder' | 'a bucket', Storage>;
beforeAll(async () => {
  bucket = await startBucket();
  s3 = {
    ...{ bucket: 'files', region: 'us-east-1', endpoint: bucket.url, forcePathStyle: true },
    ...{ accessKeyId: 'id', secretAccessKey: 'secret' },
  };
  places = { 'a folder': openStorage({ folder, s3: null }), 'a bucket': openStorage({ folder, s3 }) };
});
afterAll(() => {
  bucket.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['a folder', 'a bucket'] as const)('%s', (name) => {
  const put = (key: string, text: string) =>
    places[name].write(key, Readable.from([Buffer.from(text)]), {
      size: text.length,
      mimeType: 'text/plain',
    });
  const get = async (key: string, range?: { start: number; end: number }) =>
    (await buffer(await places[name].read(key, range))).toString();

  it('returns what was stored, whole and in parts', async () => {
    await put('t1/med_1/a', 'every byte of it');
    expect(await get('t1/med_1/a')).toBe('every byte of it');
    expect(await get('t1/med_1/a', { start: 6, end: 9 })).toBe('byte');
  });

  it('rejects reading a missing file', async () => {
    await expect(get('t1/med_1/none')).rejects.toThrow();
  });

  it('removes a folder and nothing else, and ignores a missing folder', async () => {
    await put('t2/med_1/a', 'a');
    await put('t2/med_1/b', 'b');
    await put('t2/med_12/a', 'kept');
    await places[name].removeFolder('t2/med_1');
    await expect(get('t2/med_1/a')).rejects.toThrow();
    expect(await get('t2/med_12/a')).toBe('kept');
    await places[name].removeFolder('t2/med_404');
  });
});

it.each(['a folder', 'a bucket'] as const)(
  '%s closes the source of a file that it cannot store',
  async (name) => {
    const source = Readable.from([Buffer.from('a')]);
    const unreachable = openStorage({ folder, s3: { ...s3, endpoint: 'http://127.0.0.1:1' } });
    await places['a folder'].write('t3/a', Readable.from(['a']), { size: 1, mimeType: 'text/plain' });
    const failing = name === 'a folder' ? places[name] : unreachable;
    // Below a file there can be no other one.
    await expect(failing.write('t3/a/b', source, { size: 1, mimeType: 'text/plain' })).rejects.toThrow();
    expect(source.destroyed).toBe(true);
    await places['a folder'].removeFolder('t3');
  },
);

it('does not wait for ever for a bucket that takes a request and never answers', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const stuck = openStorage({ folder, s3: { ...s3, endpoint }, bucketIdleMs: 100 });
  try {
    await expect(stuck.sizeOf('t1/a')).rejects.toThrow(/inactivity/);
    await expect(stuck.removeFolder('t1')).rejects.toThrow(/inactivity/);
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});

it('in a bucket, each file is one object', () => {
  expect([...bucket.objects.keys()].sort()).toEqual(['t1/med_1/a', 't2/med_12/a']);
  expect(readdirSync(folder).sort()).toEqual(['t1', 't2']);
});
