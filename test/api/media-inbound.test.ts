import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaAddress } from '../../server/features/media/media-address.ts';
import { systemClock } from '../../server/kernel/clock/clock.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import {
  bytesOfPhone,
  bytesOnPhone,
  download,
  pixelBomb,
  sampleOnPhone,
  sendFromPhone,
  sha256,
  whenMedia,
} from '../helpers/media.ts';
import { type Json, type Messaging, startMessaging } from '../helpers/messaging.ts';
import { eventually } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { bearer, call, createWorkspace } from '../helpers/test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'media-inbound-'));
let messaging: Messaging;
beforeAll(async () => {
  messaging = await startMessaging({ DATA_DIR: folder, PUBLIC_URL: 'http://crm.example.test' });
});
afterAll(async () => {
  await messaging.stop();
  rmSync(folder, { recursive: true, force: true });
  expect(trippedStatements).toEqual([]);
});

const scripted = (nextDownloads: unknown[]) => messaging.platform.configure({ nextDownloads });
/** Makes waiting attempts due; in a transaction, which is retried after a deadlock with the worker. */
const makeDue = async () => {
  const { database } = messaging.server.container;
  const statement =
    '/* system: fetch */ UPDATE media_fetches SET visible_at = UTC_TIMESTAMP(3) WHERE lease_token IS NULL';
  await database.transaction((tx) => database.run(statement, {}, tx));
  messaging.server.wake();
};
let people = 0;
const newPhone = () => {
  people += 1;
  return `1555017${String(people).padStart(4, '0')}`;
};
/** Sends one of the samples from a customer and waits until the server has processed it. */
async function received(sample: string, extra: object = {}) {
  const phone = newPhone();
  const file = await sampleOnPhone(messaging.platform.url, sample);
  const { id } = await sendFromPhone(messaging, phone, file, extra);
  return { phone, file, message: await whenMedia(messaging, phone, id, 'ready', 'failed', 'expired') };
}

describe('a file from a customer', () => {
  it.each([
    ['photo', 'image', 'image/jpeg', null],
    ['video', 'video', 'video/mp4', null],
    ['voice', 'audio', 'audio/ogg; codecs=opus', null],
    ['document', 'document', 'application/pdf', 'order 17.pdf'],
    ['sticker', 'sticker', 'image/webp', null],
  ])('of type %s is stored and returned byte for byte', async (sample, type, mimeType, filename) => {
    const { file, message } = await received(sample);
    expect(message).toMatchObject({ type, mediaUrl: null });
    expect(message.media).toMatchObject({
      state: 'ready',
      mimeType,
      filename,
      size: file.size,
      reason: null,
    });
    const { media } = message;
    const { status, headers, bytes } = await download(messaging.server, messaging.workspace, media.url);
    expect(status).toBe(200);
    expect(sha256(bytes)).toBe(file.sha256);
    expect(bytes).toEqual(await bytesOfPhone(messaging.platform.url, file.id));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    const shown =
      type === 'document' ? /^attachment; filename="order 17.pdf"$/ : /^inline; filename=file\.\w+$/;
    expect(headers.get('content-disposition')).toMatch(shown);
    expect(headers.get('content-type')).toBe(type === 'document' ? 'application/octet-stream' : mimeType);
  });

  it('has its upright size in pixels, and a thumbnail', async () => {
    const { message } = await received('photo');
    expect(message.media).toMatchObject({ width: 480, height: 320 });
    const ids = message.media.id;
    const { body } = await messaging.workspace.dashboard('GET', `/media?ids=${ids}`);
    const small = await fetch(messaging.server.url + body.data[0].thumbnailUrl);
    expect(small.headers.get('content-type')).toBe('image/webp');
    expect((await small.arrayBuffer()).byteLength).toBeGreaterThan(100);
  });

  it('is first shown as fetching, then as ready with an event', async () => {
    await scripted(['slow']);
    const before = (await messaging.workspace.dashboard('GET', '/events?since=0')).body.latestSeq;
    const { message } = await received('voice');
    const { events } = (await messaging.workspace.dashboard('GET', `/events?since=${before}`)).body;
    const named = (name: string) => events.filter((event: Json) => event.name === name);
    expect(named('message.received')[0].payload.message.media).toMatchObject({
      id: message.media.id,
      state: 'fetching',
      url: null,
      size: null,
    });
    expect(named('media.updated').map((event: Json) => event.payload)).toEqual([
      { messageId: message.id, conversationId: expect.stringMatching(/^cv_/), media: message.media },
    ]);
  });

  it('is fetched from a new URL after a 404, a 500, a truncated file, another file and no response', async () => {
    await scripted([404, 500, 'truncated', 'corrupt', 'drop']);
    const hurry = setInterval(() => void makeDue().catch(() => undefined), 300);
    const { file, message } = await received('photo').finally(() => clearInterval(hurry));
    expect(message.media.state).toBe('ready');
    const { bytes } = await download(messaging.server, messaging.workspace, message.media.url);
    expect(sha256(bytes)).toBe(file.sha256);
  }, 60_000);

  it('is fetched without the token when the platform redirects', async () => {
    const { platform } = messaging;
    const before = platform.headersAt('/attachments').length;
    expect(platform.headersAt('/elsewhere')).toEqual([]);
    await scripted([302]);
    // There is no file at the target, so this attempt fails. The next one is not redirected.
    const { message } = await received('photo');
    expect(message.media.state).toBe('ready');
    const [target, ...others] = platform.headersAt('/elsewhere');
    expect(others).toEqual([]);
    expect(target).toMatchObject({ 'user-agent': expect.stringContaining('Switchboard') });
    expect(JSON.stringify(target)).not.toContain(demoAccount.accessToken);
    expect(target).not.toHaveProperty('authorization');
    const withToken = { authorization: `Bearer ${demoAccount.accessToken}` };
    expect(platform.headersAt('/attachments').slice(before)).toMatchObject([withToken, withToken]);
  });

  it('with other bytes than announced fails, and can be fetched again', async () => {
    const phone = newPhone();
    const file = await sampleOnPhone(messaging.platform.url, 'photo');
    const wrong = Buffer.from(sha256(Buffer.from('other')), 'hex').toString('base64');
    const { id } = await sendFromPhone(messaging, phone, file, { sha256: wrong });
    const { media } = await eventually(async () => {
      // Each attempt waits longer than the previous one.
      await makeDue();
      const message = await messaging.message(phone, id);
      return message.media.state === 'failed' && message;
    }, 20_000);
    expect(media).toMatchObject({
      url: null,
      reason: 'The downloaded file is not the one that WhatsApp announced.',
      reasonCode: 'changed',
      reasonParams: {},
    });
    const asked = await messaging.workspace.dashboard('POST', `/media/${media.id}/fetch`);
    expect(asked.body).toMatchObject({ id: media.id, state: 'fetching', reason: null });
    const ofApi = await messaging.workspace.api('GET', `/media/${media.id}`);
    expect(ofApi.status).toBe(409);
    expect(ofApi.body.error.code).toBe('media_not_ready');
  }, 40_000);

  it('that the platform has deleted is expired', async () => {
    const phone = newPhone();
    const id = await messaging.customer(phone, 'image', { id: '610000000000404', mime_type: 'image/jpeg' });
    const stored = await eventually(async () =>
      (await messaging.history(phone)).find((one: Json) => one.platformId === id),
    );
    const { media } = await whenMedia(messaging, phone, stored.id, 'expired', 'ready', 'failed');
    expect(media).toMatchObject({ state: 'expired', url: null });
    expect(media.reason).toContain('no longer has this file');
  });

  it('that the platform could not download fails at once', async () => {
    const phone = newPhone();
    const { message } = await (async () => {
      const id = await messaging.customer(phone, 'video', { mime_type: 'video/mp4' });
      return {
        message: await eventually(async () =>
          (await messaging.history(phone)).find((one: Json) => one.platformId === id),
        ),
      };
    })();
    expect(message.media).toMatchObject({ state: 'failed', url: null });
    expect(message.media.reason).toContain('Ask the customer');
  });

  it('that is not an image is stored without a thumbnail', async () => {
    const phone = newPhone();
    const fake = await bytesOnPhone(messaging.platform.url, Buffer.from('no picture'), 'image/jpeg');
    const { id } = await sendFromPhone(messaging, phone, { ...fake, type: 'image' });
    const { media } = await whenMedia(messaging, phone, id, 'ready', 'failed');
    expect(media).toMatchObject({ state: 'ready', width: null, height: null, size: 10 });
    // Still served with its declared type, and never sniffed.
    const { headers } = await download(messaging.server, messaging.workspace, media.url);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  onlyInSoak(it)(
    'with an enormous number of pixels is stored without a thumbnail, and delays no other file',
    async () => {
      const bytes = pixelBomb();
      expect(bytes.length).toBeLessThan(100_000);
      const bomb = await bytesOnPhone(messaging.platform.url, bytes, 'image/png');
      const phone = newPhone();
      const sent = sendFromPhone(messaging, phone, { ...bomb, type: 'image' });
      const neighbours = await Promise.all(['photo', 'photo', 'sticker'].map((sample) => received(sample)));
      const { media } = await whenMedia(messaging, phone, (await sent).id, 'ready', 'failed');
      expect(media).toMatchObject({ state: 'ready', width: null, height: null, size: bytes.length });
      expect((await download(messaging.server, messaging.workspace, media.url)).bytes).toEqual(bytes);
      const all = [media, ...neighbours.map(({ message }) => message.media)].map(({ id }) => id);
      const { body } = await messaging.workspace.dashboard('GET', `/media?ids=${all}`);
      const thumbnails = new Map(body.data.map((one: Json) => [one.id, one.thumbnailUrl]));
      expect(all.map((id) => thumbnails.get(id))).toEqual([null, ...Array(3).fill(expect.any(String))]);
    },
  );
});

describe('a media URL', () => {
  it('is signed, expires, and names its workspace', async () => {
    const { message } = await received('photo');
    const { body } = await messaging.workspace.dashboard('GET', `/media?ids=${message.media.id}`);
    const { url, expiresAt } = body.data[0];
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29 * 60_000);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThan(61 * 60_000);
    const get = (path: string) => fetch(messaging.server.url + path);
    expect((await get(url)).status).toBe(200);
    const other = await createWorkspace(messaging.server);
    const changed = {
      'another time': url.replace(/e=\d+/, 'e=9999999999'),
      'the small copy': url.replace('v=file', 'v=small'),
      'another workspace': url.replace(messaging.workspace.tenantId, other.tenantId),
      'no signature': url.replace(/&s=.*/, ''),
      'half a signature': url.slice(0, -4),
    };
    for (const [what, path] of Object.entries(changed)) expect((await get(path)).status, what).toBe(403);
    const past = url.replace(/e=\d+/, `e=${Math.floor(Date.now() / 1000) - 5}`);
    expect((await get(past)).status).toBe(403);
    // One that the server signed, an hour ago.
    const hourAgo = { ...systemClock, now: () => new Date(Date.now() - 3_600_000) };
    const ctx = { ...messaging.server.container.contextFor(messaging.workspace.scope), clock: hourAgo };
    const stale = mediaAddress(ctx, { id: decodeId(message.media.id), thumbnailKey: null }).url;
    expect((await get(stale)).status, 'signed, but over').toBe(403);
    // The URL stays the same for half an hour, so that browsers can use their cache.
    expect(
      (await messaging.workspace.dashboard('GET', `/media?ids=${message.media.id}`)).body.data[0].url,
    ).toBe(url);
  });

  it('of another workspace’s file is not returned', async () => {
    const { message } = await received('photo');
    const other = await createWorkspace(messaging.server);
    expect((await other.api('GET', `/media/${message.media.id}`)).status).toBe(404);
    expect((await other.dashboard('GET', `/media?ids=${message.media.id}`)).body).toEqual({ data: [] });
    expect((await other.dashboard('POST', `/media/${message.media.id}/fetch`)).status).toBe(404);
  });

  it('supports range requests, for seeking in videos', async () => {
    const { file, message } = await received('video');
    const whole = (await download(messaging.server, messaging.workspace, message.media.url)).bytes;
    const part = async (range: string, headers = {}) =>
      download(messaging.server, messaging.workspace, message.media.url, { range, ...headers });
    const middle = await part('bytes=100-199');
    expect(middle.status).toBe(206);
    expect(middle.headers.get('content-range')).toBe(`bytes 100-199/${file.size}`);
    expect(middle.bytes).toEqual(whole.subarray(100, 200));
    expect((await part('bytes=-10')).bytes).toEqual(whole.subarray(-10));
    expect((await part(`bytes=${file.size - 1}-`)).bytes).toEqual(whole.subarray(-1));
    const outside = await part(`bytes=${file.size}-`);
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${file.size}`]);
    expect((await part('bytes=0-1', { 'if-range': '"another"' })).status).toBe(200);
    expect((await part('pages=1-2')).status).toBe(200);
    const tag = middle.headers.get('etag') ?? '';
    const same = await download(messaging.server, messaging.workspace, message.media.url, {
      'if-none-match': tag,
      // Otherwise fetch adds "no-cache".
      'cache-control': 'max-age=60',
      pragma: 'none',
    });
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
  });

  it('returns a description with absolute URLs to a caller that accepts JSON', async () => {
    const { message } = await received('document');
    const { status, body } = await call(`${messaging.server.url}/api/v1/media/${message.media.id}`, {
      headers: { ...bearer(messaging.workspace.key), accept: 'application/json' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: message.media.id, state: 'ready', filename: 'order 17.pdf' });
    expect(body.url).toMatch(/^http:\/\/crm\.example\.test\/media\//);
    expect(body.thumbnailUrl).toBeNull();
  });
});

describe('a deleted contact', () => {
  it('deletes the contact’s files', async () => {
    const { phone, message } = await received('photo');
    const place = join(folder, 'media', messaging.workspace.tenantId);
    expect(readdirSync(place)).toContain(message.media.id);
    const { body } = await messaging.workspace.dashboard('GET', `/media?ids=${message.media.id}`);
    expect((await messaging.workspace.api('DELETE', `/contacts/${message.contact}`)).status).toBe(200);
    await eventually(async () => !readdirSync(place).includes(message.media.id));
    await eventually(async () => (await fetch(messaging.server.url + body.data[0].url)).status === 404);
    expect((await messaging.workspace.api('GET', `/messages/${phone}`)).status).toBe(404);
  });
});
