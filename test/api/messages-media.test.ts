import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { connectWorkspace } from '../helpers/platform.ts';
import { createWorkspace, startTestServer } from '../helpers/test-server.ts';

const contactId = '15550100123';
let messaging: Messaging;
let files: Server;
let base: string;
let asked: string[] = [];

/** The file server's response by path: a Content-Type, a redirect, or a rejection of HEAD. */
const ANSWERS: Record<string, { type?: string; to?: string; noHead?: true; status?: number; silent?: true }> =
  {
    '/photo': { type: 'image/jpeg' },
    '/clip': { type: 'video/mp4', noHead: true },
    '/note.mp4': { type: 'audio/ogg; codecs=opus' },
    '/paper': { type: 'application/pdf' },
    '/sticker': { type: 'image/webp' },
    '/bytes.mp3': { type: 'application/octet-stream' },
    '/bytes': { type: 'application/octet-stream' },
    '/page': { type: 'text/html' },
    '/missing.png': { status: 404 },
    '/slow.jpg': { silent: true },
    '/moved': { to: '/photo' },
    '/circle.pdf': { to: '/circle.pdf' },
  };

beforeAll(async () => {
  files = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    const { type, to, noHead, status = 200, silent } = ANSWERS[req.url ?? ''] ?? { status: 404 };
    if (silent) return;
    if (noHead && req.method === 'HEAD') return res.writeHead(405).end();
    res.writeHead(to ? 302 : status, {
      ...(type ? { 'content-type': type } : {}),
      ...(to ? { location: to } : {}),
    });
    res.end(req.method === 'GET' ? 'x' : undefined);
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  messaging = await startMessaging({ MEDIA_ALLOW_CIDRS: `127.0.0.0/8:${new URL(base).port}` });
  await messaging.hello(contactId);
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  files.closeAllConnections();
  files.close();
  await messaging.stop();
});

const sendMedia = (mediaUrl: string, extra: object = {}) =>
  messaging.send({ contactId, type: 'media', mediaUrl, ...extra });

describe('a file without a type', () => {
  it.each([
    ['/photo', 'image'],
    ['/clip', 'video'],
    ['/note.mp4', 'audio'],
    ['/paper', 'document'],
    ['/sticker', 'sticker'],
    ['/moved', 'image'],
  ])('is requested from its host: %s is of type %s, and sent as that', async (path, type) => {
    const { status, body } = await sendMedia(base + path);
    expect(status).toBe(201);
    expect(body).toMatchObject({ type, mediaUrl: base + path, status: 'sent' });
    expect((await messaging.callsOf(body.id))[0]).toMatchObject({ type, [type]: { link: base + path } });
    expect((await messaging.message(contactId, body.id)).type).toBe(type);
  });

  it.each([
    ['/bytes.mp3', 'audio'],
    ['/missing.png', 'image'],
    ['/circle.pdf', 'document'],
    ['/slow.jpg', 'image'],
  ])('is recognized by its extension when the response has no type: %s is of type %s', async (path, type) => {
    expect((await sendMedia(base + path)).body).toMatchObject({ type });
  });

  it('of an unknown or unreachable host is recognized by its extension', async () => {
    for (const [host, type] of [
      ['https://no-such-host.invalid/a.pdf?x=1', 'document'],
      ['http://127.0.0.1:9/b.jpeg', 'image'],
    ] as const) {
      const { status, body } = await sendMedia(host);
      expect([status, body.type]).toEqual([201, type]);
    }
  });

  it('is a 400 on `type` if neither the response nor the extension has one; nothing is stored', async () => {
    const before = (await messaging.history(contactId)).length;
    for (const url of [
      `${base}/bytes`,
      `${base}/page`,
      `${base}/nothing`,
      'https://no-such-host.invalid/a',
    ]) {
      const { status, body } = await sendMedia(url);
      expect(status, url).toBe(400);
      expect(body.error.details).toEqual([
        { path: 'type', message: expect.stringMatching(/Set it to image, video/) },
      ]);
    }
    expect((await messaging.history(contactId)).length).toBe(before);
  });

  it('accepts only the fields of its type', async () => {
    const good = await sendMedia(`${base}/paper`, { caption: 'Yours', filename: 'a.pdf' });
    expect(good.body).toMatchObject({ type: 'document', caption: 'Yours', filename: 'a.pdf' });
    const bad = await sendMedia(`${base}/note.mp4`, { caption: 'x', filename: 'a.ogg' });
    expect(bad.status).toBe(400);
    expect(bad.body.error.details).toEqual([
      { path: 'caption', message: expect.stringMatching(/of type audio, only to image, video and document/) },
      { path: 'filename', message: expect.stringMatching(/of type audio, only to document/) },
    ]);
    expect((await sendMedia(`${base}/photo`, { filename: 'a.jpg' })).status).toBe(400);
  });

  it('is not requested if its type is given, or if it cannot be sent anyway', async () => {
    await messaging.send({ contactId, type: 'image', mediaUrl: `${base}/photo` });
    await messaging.send({ contactId: '15550109999', type: 'media', mediaUrl: `${base}/photo` });
    expect(asked).toEqual([]);
  });
});

it('a file at a private address is never fetched by us, but still sent to the platform', async () => {
  const server = await startTestServer({ GRAPH_URL: messaging.platform.url });
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace);
  await workspace.api('POST', '/contacts', { phone: contactId });
  const ask = (mediaUrl: string) =>
    workspace.api('POST', '/messages/send', { contactId, type: 'media', mediaUrl });
  const { port } = new URL(base);
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:7f00:1]', '[::1]']) {
    const { status, body } = await ask(`http://${host}:${port}/photo.png`);
    expect([status, body.type], host).toEqual([201, 'image']);
    expect((await ask(`http://${host}:${port}/photo`)).status, host).toBe(400);
  }
  expect(asked).toEqual([]);
  await server.stop();
});
