import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectWorkspace, envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import { createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../helpers/webhook-receiver/index.ts';

const WORKSPACES = 4;
const ENDPOINTS = 16;

let server: TestServer;
let slow: WebhookReceiver;
let quick: WebhookReceiver;
beforeAll(async () => {
  [slow, quick] = await Promise.all([startWebhookReceiver(), startWebhookReceiver()]);
  server = await startTestServer({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
});
afterAll(async () => {
  // First, so that deliveries in progress end.
  await slow.stop();
  await server.stop();
  await quick.stop();
  expect(trippedStatements).toEqual([]);
});

/** Creates a workspace with endpoints, each of which gets some messages of different customers. */
async function withEndpoints(urls: readonly string[], messages: number) {
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace);
  for (const url of urls) {
    const { status } = await workspace.dashboard('POST', '/webhook-endpoints', { url, timeoutSeconds: 30 });
    expect(status).toBe(201);
  }
  const texts = Array.from({ length: messages }, (_, index) => textMessage(`1555018${index}000`, 'hello'));
  await postCallback(server, workspace, envelope({ messages: texts }));
}

it('SEC-18: 64 endpoints of slow receivers with a backlog do not delay the 65th', async () => {
  const paths = Array.from({ length: WORKSPACES * ENDPOINTS }, (_, index) => `/slow/${index}`);
  // It answers 200, so it never fails, but not while this test runs.
  for (const path of paths) await slow.behave(path, { wait: 29_000 });
  for (let one = 0; one < WORKSPACES; one += 1) {
    const own = paths.slice(one * ENDPOINTS, (one + 1) * ENDPOINTS);
    await withEndpoints(
      own.map((path) => slow.url + path),
      6,
    );
  }
  await eventually(async () => paths.every((path) => slow.at(path).length > 0), 60_000);
  const startedAt = Date.now();
  await withEndpoints([`${quick.url}/quick`], 2);
  const arrived = await eventually(async () => quick.at('/quick').length === 2 && quick.at('/quick'), 60_000);
  // In the lane of a slow receiver, it would wait until a backlog has been sent: two times 29 seconds.
  const [first] = arrived;
  expect((first?.at ?? 0) - startedAt).toBeLessThan(25_000);
}, 120_000);
