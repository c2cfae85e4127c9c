import { spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createImageDecoder, type ImageLimits } from '../../server/features/media/images/image-decoder.ts';
import type { DecodedImage, ImageMessage } from '../../server/features/media/images/protocol.ts';
import { encodeId } from '../../server/kernel/ids.ts';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import { isSoak, sized } from '../helpers/lane.ts';
import { pixelBomb, uploader } from '../helpers/media.ts';
import {
  createWorkspace,
  OWNER_PASSWORD,
  signIn,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

const side = sized(5_000, 8_000);
const ENTRY = join(process.cwd(), 'dist/server/image-decoder.js');
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="5" height="5"/></svg>',
);
const blank = (width: number) => sharp({ create: { width, height: width, channels: 3, background: '#123' } });

const folder = mkdtempSync(join(tmpdir(), 'images-'));
let server: TestServer;
let workspace: TestWorkspace;
let upload: Awaited<ReturnType<typeof uploader>>;
/** Small as a file, and long to decode: each of its passes covers the whole image. */
let large: Buffer;
let photo: Buffer;
beforeAll(async () => {
  large = await blank(side).png({ progressive: true, compressionLevel: 1 }).toBuffer();
  photo = await blank(300).jpeg().toBuffer();
  server = await startTestServer({ DATA_DIR: folder });
  workspace = await createWorkspace(server);
  upload = await uploader(server, workspace);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Whether the bytes of an upload are complete, so that only its thumbnail is missing. */
async function isDecoding(): Promise<boolean> {
  const rows = await server.container.database.select<{ id: Buffer }>(
    `SELECT id FROM media WHERE tenant_id = :tenantId AND state = 'receiving'`,
    { tenantId: workspace.scope.key },
  );
  return rows.some(({ id }) => {
    const place = join(folder, 'media', workspace.tenantId, encodeId('media', id));
    return (
      existsSync(place) &&
      readdirSync(place).some((name) => statSync(join(place, name)).size === photo.length)
    );
  });
}

const outcomes = async () =>
  Object.fromEntries(
    [
      ...(await server.container.metrics.text()).matchAll(
        /^switchboard_images_total{outcome="(\w+)"} ([1-9]\d*)$/gm,
      ),
    ].map(([, name, count]) => [name, Number(count)]),
  );

describe('uploaded images', () => {
  it('SEC-15: bytes that are no JPEG, PNG or WebP never reach the decoder', async () => {
    const tiff = await blank(20).tiff().toBuffer();
    for (const bytes of [SVG, tiff, Buffer.from('GIF89a'), Buffer.from('RIFF1234WAVE')]) {
      const { status, body } = await upload(bytes, 'image/png', 'a.png');
      expect([status, body.error.message]).toEqual([415, 'a.png is damaged or is not an image.']);
    }
    expect(server.container.images.pid).toBeNull();
    expect(await outcomes()).toEqual({ unreadable: 4 });
    expect((await upload(pixelBomb(), 'image/png', 'a.png')).status).toBe(415);
    expect((await upload(photo, 'image/jpeg', 'a.jpg')).status).toBe(201);
  });

  // Compares times, so it is for a machine that does nothing else.
  it.runIf(isSoak)(
    'SEC-15: name lookups and sign-ins do not wait while many large images are decoded',
    async () => {
      const startedAt = performance.now();
      expect((await upload(large, 'image/png', 'large.png')).status).toBe(201);
      const alone = performance.now() - startedAt;
      // A person has at most 50 sessions, so these are not those of the one who uploads.
      const email = 'reader@example.test';
      await workspace.addMember({ name: 'Reader', email, password: OWNER_PASSWORD, role: 'staff' });
      let isOver = false;
      const uploads = Promise.all(
        Array.from({ length: sized(5, 8) }, () => upload(large, 'image/png', 'large.png')),
      ).finally(() => {
        isOver = true;
      });
      let longest = 0;
      while (!isOver) {
        const at = performance.now();
        await Promise.all([lookup('localhost'), signIn(server, email, OWNER_PASSWORD)]);
        longest = Math.max(longest, performance.now() - at);
      }
      expect((await uploads).map(({ status }) => status)).toEqual(Array(sized(5, 8)).fill(201));
      // When they share threads, each waits for at least one whole image.
      expect(longest).toBeLessThan(alone * 0.6);
    },
    // Nine large images, which take 7 seconds each beside other tests.
    180_000,
  );

  it('SEC-15: an image whose decoding crashes is refused, and the next one is decoded', async () => {
    const { images } = server.container;
    expect((await upload(photo, 'image/jpeg', 'a.jpg')).status).toBe(201);
    const { pid } = images;
    if (pid === null) throw new Error('there is no process to kill');
    // Stopped, it cannot finish before it is killed.
    process.kill(pid, 'SIGSTOP');
    const sending = upload(photo, 'image/jpeg', 'b.jpg');
    await expect.poll(isDecoding).toBe(true);
    process.kill(pid, 'SIGKILL');
    const { status, body } = await sending;
    expect([status, body.error]).toMatchObject([
      415,
      {
        code: 'unsupported_media_type',
        message: 'b.jpg takes too long to process. Save it as a smaller JPEG and send that.',
      },
    ]);
    // Neither its row nor its bytes are kept.
    expect(await isDecoding()).toBe(false);
    expect(server.logs.join()).toContain('an image ended the process that decodes images');
    expect((await upload(photo, 'image/jpeg', 'a.jpg')).status).toBe(201);
    expect(images.pid).not.toBe(pid);
    expect(await outcomes()).toMatchObject({ too_costly: 1 });
  });
});

describe('the image decoder', () => {
  const created: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of created.splice(0)) await one.close();
  });
  function createDecoder(limits: Partial<ImageLimits> = {}, entry = ENTRY) {
    const logs: string[] = [];
    const logger = createLogger('debug', { write: (line) => void logs.push(line) });
    const decoder = createImageDecoder({ logger, onOutcome: () => undefined, limits, entry });
    created.push(decoder);
    const decode = async (bytes: Buffer, tenantId = 't1') =>
      (await decoder.decode(tenantId, async () => bytes)).kind;
    return { decoder, decode, logs };
  }

  it.each([
    ['time', { imageMs: 30 }, /no answer in 30 ms/],
    ['memory', { memoryMax: 140_000_000 }, /bytes of memory/],
  ])('SEC-15: ends its process when an image takes too much %s', async (_what, limits, reason) => {
    const { decoder, decode, logs } = createDecoder(limits);
    const answers = [decode(large), decode(large)];
    await expect.poll(() => decoder.pid).not.toBeNull();
    const first = decoder.pid ?? Number.NaN;
    expect(await Promise.all(answers)).toEqual(['too_costly', 'too_costly']);
    expect(logs.filter((line) => reason.test(line))).toHaveLength(2);
    expect(() => process.kill(first, 0)).toThrow('ESRCH');
    // Each image was tried once, and no process is left.
    expect(decoder.pid).toBeNull();
  });

  it('SEC-15: works on one image at a time, workspaces in turns, and refuses what is too many', async () => {
    const { decode, decoder } = createDecoder({ waitingOfWorkspace: 3, waiting: 4 });
    const order: string[] = [];
    const send = (tenantId: string, isPatient = false) =>
      decoder
        .decode(tenantId, async () => photo, { isPatient })
        .then(({ kind }) => void order.push(`${tenantId} ${kind}`));
    const all = [...Array(5).fill('t1'), 't2', 't3'].map((tenantId: string) => send(tenantId));
    all.push(send('t3', true));
    await Promise.all(all);
    expect(order.slice(0, 2)).toEqual(['t1 busy', 't3 busy']);
    expect(order.slice(2)).toEqual([
      ...['t1 decoded', 't1 decoded', 't2 decoded', 't3 decoded', 't1 decoded', 't1 decoded'],
    ]);
    expect(await decode(photo)).toBe('decoded');
  });

  it('SEC-15: ends its process when it is idle, and starts it again', async () => {
    const { decoder, decode } = createDecoder({ idleMs: 20 });
    expect(decoder.pid).toBeNull();
    expect(await decode(photo)).toBe('decoded');
    await expect.poll(() => decoder.pid).toBeNull();
    expect(await decode(photo)).toBe('decoded');
  });

  it('SEC-15: reports a program that does not start, or hangs at its start', async () => {
    const broken = createDecoder({}, join(folder, 'missing.js'));
    expect(await broken.decode(photo)).toBe('unavailable');
    expect(broken.logs.join()).toContain('does not start');
    const hanging = join(folder, 'hanging.mjs');
    writeFileSync(hanging, 'setInterval(() => undefined, 1000)');
    expect(await createDecoder({ startMs: 50 }, hanging).decode(photo)).toBe('unavailable');
  });

  it('SEC-15: its process reads nothing but JPEG, PNG and WebP, sees no secret, and ends with its parent', async () => {
    const env = { PATH: process.env.PATH };
    const child = spawn(process.execPath, [ENTRY, String(1e9)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      env,
    });
    const next = async () => (await once(child, 'message'))[0] as ImageMessage;
    expect(await next()).toEqual({ ev: 'ready' });
    const webp = await blank(20).webp().toBuffer();
    const gif = await blank(20).gif().toBuffer();
    const read = async (bytes: Buffer): Promise<DecodedImage | null> => {
      child.send({ bytes });
      const message = await next();
      return message.ev === 'done' ? message.image : null;
    };
    expect(await read(webp)).toMatchObject({ width: 20, height: 20, isAnimated: false });
    expect(await read(SVG)).toBeNull();
    expect(await read(gif)).toBeNull();
    child.disconnect();
    await once(child, 'exit');
  });
});
