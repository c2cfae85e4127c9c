import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBucket, type TestBucket } from '../helpers/bucket.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';

const MB = 1024 * 1024;
let bucket: TestBucket;
let rig: Messaging;
let cookie: string;
beforeAll(async () => {
  bucket = await startBucket();
  rig = await startMessaging(bucket.environment);
  cookie = await signIn(rig.server, rig.workspace.email, OWNER_PASSWORD);
});
afterAll(async () => {
  await rig.stop();
  bucket.stop();
});

/** Uploads bytes in pieces, without a Content-Length; `isCut` closes the connection before the end. */
function stream(pieces: readonly Buffer[], isCut = false): Promise<{ status: number; body: Json } | null> {
  return new Promise((resolve, reject) => {
    const sending = request(`${rig.server.url}/api/dashboard/media-uploads?filename=a.mp4`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'video/mp4', 'transfer-encoding': 'chunked' },
    });
    sending.on('response', async (response) => {
      const text = (await buffer(response)).toString();
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
    sending.on('error', (error) => (isCut ? resolve(null) : reject(error)));
    for (const piece of pieces) sending.write(piece);
    if (isCut)
      void expect
        .poll(() => bucket.pending.size)
        .toBe(1)
        .then(() => sending.destroy());
    else sending.end();
  });
}

it('SEC-48: an upload without a length is stored in a bucket, in parts when it is large', async () => {
  for (const pieces of [[randomBytes(1_000)], Array.from({ length: 6 }, () => randomBytes(MB))]) {
    const bytes = Buffer.concat(pieces);
    const answer = await stream(pieces);
    expect([answer?.status, answer?.body.size]).toEqual([201, bytes.length]);
    const stored = [...bucket.objects].find(([key]) => key.includes(answer?.body.id));
    expect(stored?.[1].equals(bytes)).toBe(true);
  }
  expect(bucket.pending.size).toBe(0);
});

it('SEC-48: an upload without a length that is too large or cut off leaves nothing in the bucket', async () => {
  const before = [...bucket.objects.keys()];
  const tooLarge = await stream(Array.from({ length: 17 }, () => Buffer.alloc(MB)));
  expect([tooLarge?.status, tooLarge?.body.error.code]).toEqual([413, 'payload_too_large']);
  await expect.poll(() => bucket.pending.size).toBe(0);
  expect(await stream([Buffer.alloc(6 * MB)], true)).toBeNull();
  await expect.poll(() => bucket.pending.size).toBe(0);
  await expect.poll(() => [...bucket.objects.keys()]).toEqual(before);
});
