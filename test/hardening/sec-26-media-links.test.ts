import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { createLinkRules } from '../../server/kernel/http-out/link-rules.ts';
import { type Messaging, startMessaging } from '../helpers/messaging.ts';
import { connectWorkspace } from '../helpers/platform.ts';
import { createWorkspace, startTestServer } from '../helpers/test-server.ts';

const contactId = '15550260001';
const servers: Server[] = [];
let asked: string[] = [];
let rig: Messaging;
/** Two services of the internal network: one that the operator allows for files, and one for webhooks only. */
let files: string;
let internal: string;

async function serve(name: string): Promise<string> {
  const server = createServer((req, res) => {
    asked.push(`${name} ${req.url}`);
    const location = req.url === '/moved' ? `${internal}/secret` : undefined;
    res.writeHead(location ? 302 : 200, { 'content-type': 'image/png', ...(location ? { location } : {}) });
    res.end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  files = await serve('files');
  internal = await serve('internal');
  rig = await startMessaging({
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    MEDIA_ALLOW_CIDRS: `127.0.0.0/8:${new URL(files).port}`,
  });
  await rig.hello(contactId);
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await rig.stop();
  for (const server of servers) server.close().closeAllConnections();
});

const link = (mediaUrl: string) => rig.send({ contactId, type: 'media', mediaUrl });

it('SEC-26: a linked file is asked for only where MEDIA_ALLOW_CIDRS allows, whatever webhooks may reach', async () => {
  // The extension says what kind it is, so the send itself is accepted.
  expect((await link(`${internal}/secret.pdf`)).body).toMatchObject({ type: 'document' });
  expect(asked).toEqual([]);
  expect((await link(`${files}/photo.pdf`)).body).toMatchObject({ type: 'image' });
  expect(asked).toEqual(['files /photo.pdf']);
});

it('SEC-26: a redirect from an allowed address to another one is not followed', async () => {
  expect((await link(`${files}/moved`)).status).toBe(400);
  expect(asked).toEqual(['files /moved']);
});

it('SEC-26: without the setting no internal address is asked, although webhooks may reach all of them', async () => {
  const env = { GRAPH_URL: rig.platform.url, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
  const server = await startTestServer(env, rig.server);
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace);
  await workspace.api('POST', '/contacts', { phone: contactId });
  const body = { contactId, type: 'media', mediaUrl: `${files}/photo.pdf` };
  expect((await workspace.api('POST', '/messages/send', body)).body).toMatchObject({ type: 'document' });
  expect(asked).toEqual([]);
  await server.stop();
});

it('SEC-26: links are followed to https on 443 and 8443, and to the ports that the setting names', () => {
  const permitsAt = createLinkRules(['10.1.0.0/16', '10.2.0.0/16:9000', 'fd12::/16:443']);
  const [open, secure] = [true, false].map(
    (isPlain) => (address: string, port: number) => permitsAt(port, isPlain)(address),
  );
  expect([443, 8443, 80, 22, 6379, 9000].map((port) => secure?.('8.8.8.8', port))).toEqual([
    ...[true, true, false],
    ...[false, false, false],
  ]);
  expect([80, 443, 9000].map((port) => open?.('8.8.8.8', port))).toEqual([false, false, false]);
  expect([443, 9000].map((port) => secure?.('10.1.2.3', port))).toEqual([true, false]);
  expect([443, 9000].map((port) => secure?.('10.2.2.3', port))).toEqual([false, true]);
  expect([80, 9000].map((port) => open?.('10.2.2.3', port))).toEqual([false, true]);
  expect([443, 8443].map((port) => secure?.('fd12::1', port))).toEqual([true, false]);
  expect(secure?.('169.254.169.254', 443)).toBe(false);
});

it.each(['10.0.0.1', '10.0.0.0/33', '10.0.0.0/8:0', '10.0.0.0/8:70000', '10.0.0.1:80'])(
  'SEC-26: MEDIA_ALLOW_CIDRS=%s is not accepted',
  (MEDIA_ALLOW_CIDRS) => {
    expect(() => readConfig({ MEDIA_ALLOW_CIDRS })).toThrow(/MEDIA_ALLOW_CIDRS: must be ranges of addresses/);
  },
);
