import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage, type Storage } from '../../server/kernel/storage/storage.ts';

/** Starts a minimal S3 server: objects, ranges, lists by prefix, and deletion of many. */
function startBucket(): Promise<{ url: string; objects: Map<string, Buffer>; server: Server }> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body, headers = {} }) =>
      response.writeHead(status, headers).end(body),
    );
  });
  async function answer(
    request: IncomingMessage,
  ): Promise<{ status: number; body: Buffer | string; headers?: Record<string, string> }> {
    const url = new URL(request.url ?? '', 'http://bucket');
    const key = decodeURIComponent(url.pathname.replace(/^\/files\/?/, ''));
    const body = await buffer(request);
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256')) return { status: 403, body: '' };
    if (request.method === 'PUT') {
      objects.set(key, body);
      return { status: 200, body: '', headers: { etag: '"x"' } };
    }
    if (request.method === 'POST' && url.searchParams.has('delete')) {
      for (const [, name = ''] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(name);
      return { status: 200, body: '<DeleteResult/>' };
    }
    if (url.searchParams.has('list-type')) {
      const prefix = url.searchParams.get('prefix') ?? '';
      const found = [...objects.keys()].filter((name) => name.startsWith(prefix));
      const items = found.map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`).join('');
      return { status: 200, body: `<ListBucketResult>${items}</ListBucketResult>` };
    }
    const object = objects.get(key);
    if (!object) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (start === undefined) return { status: 200, body: object };
    return { status: 206, body: object.subarray(Number(start), Number(end) + 1) };
  }
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, objects, server });
    });
  });
}

const folder = mkdtempSync(join(tmpdir(), 'storage-'));
let bucket: Awaited<ReturnType<typeof startBucket>>;
let places: Record<'a folder' | 'a bucket', Storage>;
beforeAll(async () => {
  bucket = await startBucket();
  const s3 = {
    ...{ bucket: 'files', region: 'us-east-1', endpoint: bucket.url, forcePathStyle: true },
    ...{ accessKeyId: 'id', secretAccessKey: 'secret' },
  };
  places = { 'a folder': openStorage({ folder, s3: null }), 'a bucket': openStorage({ folder, s3 }) };
});
afterAll(() => {
  bucket.server.closeAllConnections();
  bucket.server.close();
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

it('in a bucket, each file is one object', () => {
  expect([...bucket.objects.keys()].sort()).toEqual(['t1/med_1/a', 't2/med_12/a']);
  expect(readdirSync(folder).sort()).toEqual(['t1', 't2']);
});
