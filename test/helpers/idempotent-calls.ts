import { afterAll, beforeAll, expect } from 'vitest';
import { connectWorkspace, startPlatform, type TestPlatform } from './platform.ts';
import { trippedStatements } from './sql-tripwire.ts';
import {
  type Answer,
  bearer,
  call,
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from './test-server.ts';

/** Sets up a connected workspace with one contact, called with idempotency keys, for all tests of a file. */
export function setUpIdempotentCalls() {
  let platform: TestPlatform;
  let server: TestServer;
  let workspace: TestWorkspace;
  beforeAll(async () => {
    platform = await startPlatform();
    server = await startTestServer({ GRAPH_URL: platform.url, SANDBOX_ENABLED: '1' });
    workspace = await createWorkspace(server);
    await connectWorkspace(server, workspace, platform);
    await workspace.api('POST', '/contacts', { name: 'Known', phone: '15550100100' });
  });
  afterAll(async () => {
    await server.stop();
    await platform.stop();
    expect(trippedStatements).toEqual([]);
  });

  let made = 0;
  const newKey = () => {
    made += 1;
    return `test-${made}`;
  };
  const post = (path: string, body: unknown, key: string, apiKey = workspace.key): Promise<Answer> =>
    call(`${server.url}/api/v1${path}`, {
      method: 'POST',
      body,
      headers: { ...bearer(apiKey), 'idempotency-key': key },
    });
  const replayed = (answer: Answer) => answer.headers.get('idempotency-replayed');
  const contactsWith = async (phone: string, owner = workspace) =>
    (await owner.api('GET', `/contacts?search=${phone}`)).body.data.length;
  const sendBody = (content: string) => ({ contactId: '15550100100', type: 'text', content });
  const messagesSaying = async (content: string) =>
    (await workspace.api('GET', '/messages/15550100100?limit=100')).body.data.filter(
      (message: { content: string }) => message.content === content,
    );
  const rowsOf = async (owner = workspace) =>
    (
      await server.container.database.select<{ count: number }>(
        'SELECT COUNT(*) AS count FROM idempotency_keys WHERE tenant_id = :tenantId',
        { tenantId: owner.scope.key },
      )
    )[0]?.count;

  return {
    newKey,
    post,
    replayed,
    contactsWith,
    sendBody,
    messagesSaying,
    rowsOf,
    get platform() {
      return platform;
    },
    get server() {
      return server;
    },
    get workspace() {
      return workspace;
    },
  };
}
