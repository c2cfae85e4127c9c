import { afterAll, beforeAll, expect } from 'vitest';
import { decodeId } from '../../server/kernel/ids.ts';
import {
  connectWorkspace,
  envelope,
  eventually,
  postCallback,
  startPlatform,
  type TestPlatform,
  textMessage,
} from './platform.ts';
import { trippedStatements } from './sql-tripwire.ts';
import { createWorkspace, startTestServer, type TestServer, type TestWorkspace } from './test-server.ts';
import { startWebhookReceiver, verified, type WebhookReceiver } from './webhook-receiver/index.ts';

/** Sets up a server, its platform and a webhook receiver, for all tests of a file. */
export function setUpWebhooks() {
  let server: TestServer;
  let platform: TestPlatform;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    [platform, receiver] = await Promise.all([startPlatform(), startWebhookReceiver()]);
    server = await startTestServer({ GRAPH_URL: platform.url, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all([platform.stop(), receiver.stop()]);
    expect(trippedStatements).toEqual([]);
  });

  let made = 0;

  /** Creates a workspace with a customer and one endpoint, which has its own path. */
  async function setUp(options: object = {}) {
    made += 1;
    const workspace = await createWorkspace(server);
    await connectWorkspace(server, workspace, platform);
    const path = `/in/${made}`;
    const { endpoint, secret, id } = await addEndpoint(workspace, path, options);
    const phone = `1555016${String(made).padStart(4, '0')}`;
    return {
      workspace,
      path,
      endpoint,
      secret,
      phone,
      id,
      at: `/webhook-endpoints/${id}`,
      events: () => receiver.at(path).map((request) => verified(request, secret)),
      write: (text: string) => writes(workspace, phone, text),
    };
  }

  async function addEndpoint(workspace: TestWorkspace, path: string, options: object = {}) {
    const url = `${receiver.url}${path}`;
    const { status, body } = await workspace.dashboard('POST', '/webhook-endpoints', { url, ...options });
    expect(status, JSON.stringify(body)).toBe(201);
    return { ...body, id: body.endpoint.id } as { endpoint: { id: string }; secret: string; id: string };
  }

  /** Posts a message from a customer as a callback from the test, which no status follows. */
  async function writes(workspace: TestWorkspace, phone: string, text: string): Promise<void> {
    const contacts = [{ wa_id: phone, profile: { name: 'Customer' } }];
    await postCallback(server, workspace, envelope({ contacts, messages: [textMessage(phone, text)] }));
  }

  async function deliveries(workspace: TestWorkspace, at: string, query = '') {
    const { status, body } = await workspace.dashboard('GET', `${at}/deliveries${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  }

  const untilReceived = (path: string, count: number) =>
    eventually(async () => (receiver.at(path).length >= count ? receiver.at(path) : undefined));

  /** Makes an endpoint's waiting deliveries due. */
  async function makeDue(id: string): Promise<number> {
    expect(id).toMatch(/^whe_/);
    const { database } = server.container;
    const due = await database.transaction((tx) =>
      database.run(
        `/* system: test */ UPDATE webhook_deliveries SET visible_at = UTC_TIMESTAMP(3)
         WHERE state = 0 AND lease_token IS NULL`,
        {},
        tx,
      ),
    );
    server.wake();
    return due;
  }

  /** Ends the rest of an endpoint that failed. In a transaction, like makeDue: it is retried after a deadlock with a claim. */
  async function endRest(id: string): Promise<void> {
    const { database } = server.container;
    await database.transaction((tx) =>
      database.run(
        '/* system: test */ UPDATE webhook_endpoints SET resting_until = NULL WHERE id = :key',
        { key: decodeId(id) },
        tx,
      ),
    );
  }

  return {
    setUp,
    addEndpoint,
    endRest,
    deliveries,
    untilReceived,
    makeDue,
    get server() {
      return server;
    },
    get platform() {
      return platform;
    },
    get receiver() {
      return receiver;
    },
  };
}
