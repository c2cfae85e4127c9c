import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { messagesIn, type Receiver, startReceiver, startSandbox, until } from './harness.ts';

type Json = ReturnType<typeof JSON.parse>;

const token = { authorization: `Bearer ${demoAccount.accessToken}`, 'user-agent': 'A test/1.0' };
const folder = mkdtempSync(join(tmpdir(), 'sandbox-media-'));

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let receiver: Receiver;
beforeAll(async () => {
  sandbox = await startSandbox(folder);
  receiver = await startReceiver();
  await sandbox.connect(receiver);
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

async function upload(file: Blob | null, name = 'a.png', fields: Record<string, string> = {}) {
  const form = new FormData();
  const all = { messaging_product: 'whatsapp', type: file?.type ?? 'image/png', ...fields };
  for (const [key, value] of Object.entries(all)) if (value !== '') form.set(key, value);
  if (file) form.set('file', file, name);
  const response = await fetch(`${sandbox.url}/v21.0/${sandbox.pnid}/media`, {
    method: 'POST',
    headers: token,
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Json };
}

const png = (size = 100) => {
  const bytes = Buffer.alloc(size);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  return new Blob([bytes], { type: 'image/png' });
};
const node = (id: string, query = '') => sandbox.call('GET', `/v21.0/${id}${query}`);
const get = (url: string, headers: Record<string, string> = token) => fetch(url, { headers });

async function personsFile(sample: string) {
  const response = await fetch(`${sandbox.url}/control/accounts/${sandbox.pnid}/media?sample=${sample}`, {
    method: 'POST',
  });
  return (await response.json()) as { id: string; sha256: string; size: number; mimeType: string };
}

describe('an upload', () => {
  it('is returned byte for byte, with its hash in hex and its size', async () => {
    const { status, body } = await upload(png());
    expect(status).toBe(200);
    const { body: found } = await node(body.id);
    const bytes = Buffer.from(await (await get(found.url)).arrayBuffer());
    expect(bytes).toEqual(Buffer.from(await png().arrayBuffer()));
    expect(found).toMatchObject({ mime_type: 'image/png', file_size: 100, messaging_product: 'whatsapp' });
    expect(found.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it.each([
    ['no file', () => upload(null), /parameter file is required/],
    ['no product', () => upload(png(), 'a.png', { messaging_product: '' }), /messaging_product is required/],
    ['no type', () => upload(png(), 'a.png', { type: '' }), /parameter type is required/],
    [
      'a type that is not accepted',
      () => upload(new Blob(['x'], { type: 'application/zip' }), 'a.zip'),
      /^\(#100\) Param file must be a file with one of the following types: image\/jpeg.*'application\/zip'/,
    ],
    [
      'bytes of another type',
      () => upload(new Blob(['words'], { type: 'image/jpeg' }), 'a.jpg'),
      /Param file must be a file with one of the following types/,
    ],
    [
      'an extension that contradicts its type',
      () => upload(png(), 'a.mp4'),
      /Param file must be a file with one of the following types/,
    ],
    ['too many bytes', () => upload(png(5 * 1024 * 1024 + 1)), /Param file must be at most 5242880 bytes/],
  ])('with %s is rejected with the platform’s message', async (_what, send, message) => {
    const { status, body } = await send();
    expect(status).toBe(400);
    expect(body.error.code).toBe(100);
    expect(body.error.message).toMatch(message);
  });

  it('belongs to its number and its token', async () => {
    const { body } = await upload(png());
    const other = await sandbox.call('POST', '/control/accounts', {});
    const theirs = { authorization: `Bearer ${other.body.accessToken}` };
    expect((await sandbox.call('GET', `/v21.0/${body.id}`, undefined, theirs)).body.error).toMatchObject({
      code: 100,
      error_subcode: 33,
    });
    expect((await node(body.id, `?phone_number_id=${other.body.phoneNumberId}`)).status).toBe(400);
    expect((await node(body.id, `?phone_number_id=${sandbox.pnid}`)).status).toBe(200);
    const { url } = (await node(body.id)).body;
    expect((await get(url, { ...theirs, 'user-agent': 'A test' })).status).toBe(401);
    expect((await get(url, { 'user-agent': 'A test' })).status).toBe(401);
    expect((await get(url, { ...token, 'user-agent': 'node' })).status).toBe(403);
    const twisted = new URL(url);
    twisted.searchParams.set('ext', '9999999999999');
    expect((await get(twisted.href)).status).toBe(404);
  });

  it('is deleted by DELETE, and cannot be sent afterwards', async () => {
    const { body } = await upload(png());
    const image = { id: body.id };
    await sandbox.write('15550100123', 'hello');
    const send = () => sandbox.send('15550100123', '', { type: 'image', text: undefined, image });
    expect((await send()).status).toBe(200);
    expect((await sandbox.call('DELETE', `/v21.0/${body.id}`)).body).toEqual({ success: true });
    expect((await node(body.id)).status).toBe(400);
    expect((await send()).body.error.code).toBe(131009);
  });
});

describe('a file from a person', () => {
  it('is sent with id, type and base64 hash, and its URL expires after five minutes', async () => {
    const file = await personsFile('voice');
    await sandbox.call('POST', `/control/accounts/${sandbox.pnid}/chats/15550100123/messages`, {
      type: 'audio',
      payload: { id: file.id, voice: true },
    });
    const received = await until('the callback', () =>
      messagesIn(receiver).find((one) => one.type === 'audio'),
    );
    expect(received.audio).toEqual({
      id: file.id,
      mime_type: 'audio/ogg; codecs=opus',
      sha256: Buffer.from(file.sha256, 'hex').toString('base64'),
      voice: true,
    });
    const { url } = (await node(file.id)).body;
    expect((await get(url)).status).toBe(200);
    await sandbox.call('PUT', '/control/clock', { offsetMs: 5 * 60_000 });
    expect((await get(url)).status).toBe(404);
    expect((await get((await node(file.id)).body.url)).status).toBe(200);
    await sandbox.call('PUT', '/control/clock', { offsetMs: 7 * 24 * 3_600_000 });
    expect((await node(file.id)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
    await sandbox.call('PUT', '/control/clock', { offsetMs: 0 });
  });

  it('fails to download as scripted', async () => {
    const file = await personsFile('photo');
    await sandbox.knobs({ nextDownloads: [404, 500, 'truncated', 'corrupt', 'drop', 'ok'] });
    const fetched = async () => get((await node(file.id)).body.url);
    expect((await fetched()).status).toBe(404);
    expect((await fetched()).status).toBe(500);
    await expect(fetched().then((response) => response.arrayBuffer())).rejects.toThrow();
    const hash = async () =>
      createHash('sha256')
        .update(Buffer.from(await (await fetched()).arrayBuffer()))
        .digest('hex');
    expect(await hash()).not.toBe(file.sha256);
    await expect(fetched()).rejects.toThrow();
    expect(await hash()).toBe(file.sha256);
  });

  it('is kept across a restart', async () => {
    const file = await personsFile('sticker');
    await sandbox.close();
    sandbox = await startSandbox(folder);
    const bytes = Buffer.from(await (await get((await node(file.id)).body.url)).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
  });
});
