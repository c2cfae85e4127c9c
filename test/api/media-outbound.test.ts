import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepMedia } from '../../server/flows/sweep-media.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { bytesOfPhone, download, sampleOnPhone, sha256, uploader } from '../helpers/media.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { type Answer, call, createWorkspace, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';

const MB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'media-outbound-'));
let messaging: Messaging;
let upload: Awaited<ReturnType<typeof uploader>>;
let photo: Buffer;
beforeAll(async () => {
  messaging = await startMessaging({ DATA_DIR: folder });
  upload = await uploader(messaging.server, messaging.workspace);
  photo = await bytesOfPhone(
    messaging.platform.url,
    (await sampleOnPhone(messaging.platform.url, 'photo')).id,
  );
});
afterAll(async () => {
  await messaging.stop();
  rmSync(folder, { recursive: true, force: true });
  expect(trippedStatements).toEqual([]);
});

let people = 0;
/** A customer who has just written, and the conversation with them. */
async function customer() {
  people += 1;
  const phone = `1555018${String(people).padStart(4, '0')}`;
  await messaging.hello(phone);
  const { body } = await messaging.workspace.dashboard('GET', `/conversations?search=${phone}`);
  return { phone, conversation: body.data[0].id as string };
}
const post = (conversation: string, body: object): Promise<Answer> =>
  messaging.workspace.dashboard('POST', `/conversations/${conversation}/messages`, {
    clientId: randomUUID(),
    ...body,
  });
const fileCalls = async () =>
  (await messaging.platform.control('GET', '/calls')).body.data.filter((one: Json) =>
    one.path.endsWith('/media'),
  );
const arrived = (phone: string, type: string) =>
  eventually(async () =>
    (await messaging.phone(phone)).find((one) => one.type === type && one.from === 'business'),
  );

describe('a file from the composer', () => {
  it.each([
    ['photo', 'image/jpeg', 'a photo.jpg', 'image', 'Look'],
    ['video', 'video/mp4', 'clip.mp4', 'video', 'Look'],
    ['voice', 'audio/ogg', 'note.ogg', 'audio', undefined],
    ['document', 'application/pdf', 'Ünïcode “order”.pdf', 'document', 'Signed'],
    ['sticker', 'image/webp', 's.webp', 'sticker', undefined],
  ])('a %s reaches the phone byte for byte', async (sample, type, filename, kind, content) => {
    const { phone, conversation } = await customer();
    const bytes = await bytesOfPhone(
      messaging.platform.url,
      (await sampleOnPhone(messaging.platform.url, sample)).id,
    );
    const uploaded = await upload(bytes, type, filename);
    expect(uploaded.status).toBe(201);
    expect(uploaded.body).toEqual({
      id: expect.stringMatching(/^med_/),
      kind,
      mimeType: type,
      size: bytes.length,
      filename,
    });
    const sent = await post(conversation, { mediaId: uploaded.body.id, ...(content ? { content } : {}) });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      type: kind,
      content: null,
      caption: content ?? null,
      mediaUrl: null,
      media: { id: uploaded.body.id, state: 'ready', mimeType: type, size: bytes.length, filename },
    });
    const onPhone = await arrived(phone, kind);
    expect(onPhone.payload).toMatchObject(content ? { caption: content } : {});
    expect(onPhone.payload.filename).toBe(kind === 'document' ? filename : undefined);
    expect(sha256(await bytesOfPhone(messaging.platform.url, onPhone.payload.id))).toBe(sha256(bytes));
    const ours = await download(messaging.server, messaging.workspace, sent.body.media.url);
    expect(sha256(ours.bytes)).toBe(sha256(bytes));
  });

  it('goes once per client id, and belongs to one message', async () => {
    const { phone, conversation } = await customer();
    const { body } = await upload(photo, 'image/jpeg', 'a.jpg');
    const message = { mediaId: body.id, clientId: randomUUID() };
    const [first, second] = await Promise.all([post(conversation, message), post(conversation, message)]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).toBe(first.body.id);
    const other = await post(conversation, { mediaId: body.id });
    expect([other.status, other.body.error.code]).toEqual([409, 'media_already_sent']);
    await arrived(phone, 'image');
    expect((await messaging.history(phone)).filter((one) => one.type === 'image')).toHaveLength(1);
  });

  it('is uploaded to the platform once, also when its send is tried again', async () => {
    const { phone, conversation } = await customer();
    const { body } = await upload(photo, 'image/jpeg', 'a.jpg');
    const before = (await fileCalls()).length;
    await messaging.platform.control('PATCH', '/knobs', { nextSends: [131016, 131016, 'ok'] });
    await post(conversation, { mediaId: body.id });
    await arrived(phone, 'image');
    const calls = (await fileCalls()).slice(before);
    expect(calls).toHaveLength(1);
    expect(calls[0].body).toMatchObject({ messaging_product: 'whatsapp', type: 'image/jpeg' });
  });

  it('keeps its place among what was written before and after it', async () => {
    const { phone, conversation } = await customer();
    await post(conversation, { content: 'one' });
    await post(conversation, { mediaId: (await upload(photo, 'image/jpeg', 'a.jpg')).body.id });
    await post(conversation, { content: 'three' });
    const seen = await eventually(async () => {
      const ours = (await messaging.phone(phone)).filter((one) => one.from === 'business');
      return ours.length === 3 && ours.map((one) => one.type);
    });
    expect(seen).toEqual(['text', 'image', 'text']);
  });

  it('that the platform refuses fails in words, and a second try uploads it anew', async () => {
    const { conversation, phone } = await customer();
    const { body } = await upload(photo, 'image/jpeg', 'a.jpg');
    await messaging.platform.control('PATCH', '/knobs', { nextSends: [131053] });
    const sent = await post(conversation, { mediaId: body.id });
    const failed = await eventually(async () => {
      const message = await messaging.message(phone, sent.body.id);
      return message.status === 'failed' && message;
    });
    expect(failed.error.code).toBe('131053');
    const before = (await fileCalls()).length;
    expect((await messaging.workspace.dashboard('POST', `/messages/${sent.body.id}/retry`)).status).toBe(200);
    await arrived(phone, 'image');
    expect((await fileCalls()).length - before).toBe(1);
  });

  it('has no words where its kind carries none, and its caption has a limit', async () => {
    const { conversation } = await customer();
    const sticker = await bytesOfPhone(
      messaging.platform.url,
      (await sampleOnPhone(messaging.platform.url, 'sticker')).id,
    );
    const { body } = await upload(sticker, 'image/webp', 's.webp');
    const refused = await post(conversation, { mediaId: body.id, content: 'words' });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0].path).toBe('content');
    const long = await post(conversation, { mediaId: body.id, content: 'x'.repeat(1_025) });
    expect(long.body.error.details[0].message).toContain('1024');
    expect((await post(conversation, {})).status).toBe(400);
    expect((await post(conversation, { mediaId: body.id })).status).toBe(201);
  });

  it('does not go into a closed window', async () => {
    const phone = '15550189999';
    const yesterday = Math.floor(Date.now() / 1000) - 25 * 3_600;
    await messaging.platform.customerWrites(phone, 'long ago', { timestamp: yesterday });
    const conversation = await eventually(
      async () =>
        (await messaging.workspace.dashboard('GET', `/conversations?search=${phone}`)).body.data[0]?.id,
    );
    const { body } = await upload(photo, 'image/jpeg', 'a.jpg');
    expect((await post(conversation, { mediaId: body.id })).body.error.code).toBe('window_closed');
  });
});

describe('an upload', () => {
  it.each([
    [
      'a kind that the platform does not take',
      'PK',
      'application/zip',
      'a.zip',
      415,
      /A \.zip file cannot be sent/,
    ],
    ['no type and no ending', 'x', '', 'thing', 415, /unknown kind/],
    ['an empty file', '', 'application/pdf', 'a.pdf', 400, /empty/],
    ['a picture that is none', 'words', 'image/png', 'a.png', 415, /a\.png is damaged, or no picture/],
  ])('of %s is refused', async (_what, bytes, type, name, status, message) => {
    const answer = await upload(bytes, type, name);
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringMatching(message)]);
  });

  it('larger than its kind may be is refused with both sizes', async () => {
    const { status, body } = await upload(Buffer.alloc(17 * MB), 'video/mp4', 'a.mp4');
    expect([status, body.error.code]).toEqual([413, 'payload_too_large']);
    expect(body.error.message).toBe('17 MB; the limit is 16 MB for video.');
    const still = await sharp(randomBytes(512 * 512 * 3), { raw: { width: 512, height: 512, channels: 3 } })
      .webp({ lossless: false, quality: 90 })
      .toBuffer();
    expect(still.length).toBeGreaterThan(100 * 1024);
    expect((await upload(still, 'image/webp', 's.webp')).body.error.message).toMatch(/100 KB for stickers/);
  });

  it('of 200 MB that does not say so is refused without being held', async () => {
    const before = process.memoryUsage();
    const { status, most } = await endless(200 * MB);
    expect(status).toBe(413);
    const grown = most - before.rss;
    // Sender and receiver are this process.
    expect(grown / MB).toBeLessThan(90);
  }, 60_000);

  it('needs a session of this page, and a role that may send', async () => {
    const { server, workspace } = messaging;
    const url = `${server.url}/api/dashboard/media-uploads?filename=a.jpg`;
    const send = (headers: Record<string, string>) =>
      call(url, { method: 'POST', body: photo, headers: { 'content-type': 'image/jpeg', ...headers } });
    expect((await send({})).status).toBe(401);
    const cookie = await signIn(server, workspace.email, OWNER_PASSWORD);
    expect((await send({ cookie, origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({ cookie })).status).toBe(201);
  });

  it('of another workspace cannot be sent', async () => {
    const other = await createWorkspace(messaging.server);
    const theirs = await uploader(messaging.server, other);
    const { body } = await theirs(photo, 'image/jpeg', 'a.jpg');
    const { conversation } = await customer();
    expect((await post(conversation, { mediaId: body.id })).status).toBe(404);
  });

  it('that is refused, broken off or never sent leaves no bytes behind', async () => {
    const { server, workspace } = messaging;
    const place = join(folder, 'media', workspace.tenantId);
    const before = readdirSync(place).length;
    await upload('words', 'image/png', 'a.png');
    await brokenOff();
    await eventually(async () => readdirSync(place).length === before);
    const { body } = await upload(photo, 'image/jpeg', 'forgotten.jpg');
    await server.container.database.run(
      'UPDATE media SET created_at = created_at - INTERVAL 25 HOUR WHERE tenant_id = :t AND filename = :name',
      { t: workspace.scope.key, name: 'forgotten.jpg' },
    );
    await sweepMedia(server.container.database, server.container.mediaFiles);
    expect(readdirSync(place)).not.toContain(body.id);
    expect(readdirSync(place)).toHaveLength(before);
  });
});

/** Sends so many bytes in pieces, without a length; tells the answer and the most memory seen meanwhile. */
async function endless(bytes: number): Promise<{ status: number; most: number }> {
  const { server, workspace } = messaging;
  const cookie = await signIn(server, workspace.email, OWNER_PASSWORD);
  return new Promise((resolve, reject) => {
    const sending = request(`${server.url}/api/dashboard/media-uploads?filename=a.pdf`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/pdf' },
    });
    let most = 0;
    const piece = Buffer.alloc(MB);
    let left = bytes;
    const more = () => {
      most = Math.max(most, process.memoryUsage().rss);
      while (left > 0) {
        left -= piece.length;
        if (!sending.write(piece)) return void sending.once('drain', more);
      }
      sending.end();
    };
    sending.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, most }));
    });
    sending.on('error', reject);
    more();
  });
}

/** Begins to send a film and hangs up in the middle. */
async function brokenOff(): Promise<void> {
  const { server, workspace } = messaging;
  const cookie = await signIn(server, workspace.email, OWNER_PASSWORD);
  await new Promise<void>((resolve) => {
    const sending = request(`${server.url}/api/dashboard/media-uploads?filename=a.mp4`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'video/mp4', 'content-length': 4 * MB },
    });
    sending.on('error', () => resolve());
    sending.write(Buffer.alloc(MB), () => setTimeout(() => sending.destroy(), 50));
    sending.on('close', () => resolve());
  });
}

it('the platform was given the files of its own number alone', async () => {
  for (const { path } of await fileCalls()) expect(path).toContain(demoAccount.phoneNumberId);
});
