import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asJson } from '../../server/db/define-model.ts';
import { connectWorkspace, envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

const QUEUE_MAX = 4;

let server: TestServer;
/** A platform that is down until a test starts it, and the texts that it accepted. */
let platform: Server;
let isUp = false;
const accepted: string[] = [];
beforeAll(async () => {
  platform = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      if (!isUp) return response.writeHead(503).end();
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
      if (body.text) accepted.push(body.text.body);
      const answer = { messages: [{ id: `wamid.${randomUUID()}` }] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  server = await startTestServer({
    GRAPH_URL: `http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
    SEND_QUEUE_MAX: String(QUEUE_MAX),
  });
});
afterAll(async () => {
  await server.stop();
  platform.closeAllConnections();
  platform.close();
  expect(trippedStatements).toEqual([]);
});

let made = 0;

/** Creates a workspace with a customer who has just written, and calls about them. */
async function setUp() {
  made += 1;
  const phone = `1555013000${made}`;
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace);
  await postCallback(server, workspace, envelope({ messages: [textMessage(phone, 'hello')] }));
  const conversation = await eventually(
    async () =>
      (await workspace.dashboard('GET', '/conversations')).body.data?.[0] as { id: string } | undefined,
  );
  return {
    workspace,
    send: (content: string) =>
      workspace.api('POST', '/messages/send', { contactId: phone, type: 'text', content }),
    sendFromInbox: (content: string) =>
      workspace.dashboard('POST', `/conversations/${conversation.id}/messages`, {
        clientId: randomUUID(),
        content,
      }),
    message: async (content: string) =>
      (await workspace.api('GET', `/messages/${phone}`)).body.data.find(
        (one: { content: string }) => one.content === content,
      ),
  };
}

const change = ({ scope }: TestWorkspace, sql: string) =>
  server.container.database.run(`${sql} WHERE tenant_id = :tenantId`, { tenantId: scope.key });

it('SEC-32: a message that the platform did not take within a day fails, and does not go out later', async () => {
  isUp = false;
  const { send, message } = await setUp();
  const { body } = await send('the offer ends today');
  expect(body.status).toBe('queued');
  server.passTime(23 * 3_600);
  expect((await message('the offer ends today')).status).toBe('queued');
  server.passTime(3_700);
  const failed = await eventually(async () => {
    const found = await message('the offer ends today');
    if (found.status === 'failed') return found;
    // An attempt that began before the time passed has put the next one off by half a minute.
    server.passTime(31);
    return undefined;
  });
  expect(failed.error).toMatchObject({
    code: 'send_expired',
    message: expect.stringContaining('waited too long'),
  });
  isUp = true;
  server.passTime(600);
  expect((await send('still there?')).body.status).toBe('sent');
  expect(accepted).toEqual(['still there?']);
});

it('SEC-32: the reply window is judged again when a message is handed over', async () => {
  isUp = false;
  const { workspace, send, sendFromInbox, message } = await setUp();
  expect((await sendFromInbox('from the inbox')).body.status).toBe('queued');
  expect((await send('from a program')).body).toMatchObject({ status: 'queued', warnings: [] });
  await change(workspace, 'UPDATE conversations SET last_inbound_at = last_inbound_at - INTERVAL 25 HOUR');
  isUp = true;
  server.passTime(60);
  await expect
    .poll(() => message('from the inbox'), { timeout: 15_000 })
    .toMatchObject({ status: 'failed', error: { code: '131047' } });
  // Free text of a program is sent, with the warning that a send now would get.
  await expect
    .poll(() => message('from a program'), { timeout: 15_000 })
    .toMatchObject({ status: 'sent', warnings: ['window_closed'] });
  expect(accepted).not.toContain('from the inbox');
});

it('SEC-50: a message to a contact without a number fails, with words', async () => {
  isUp = false;
  const { workspace, send } = await setUp();
  await send('to nobody');
  await change(workspace, 'DELETE FROM contact_identities');
  await change(workspace, 'UPDATE contacts SET phone = NULL');
  isUp = true;
  server.passTime(60);
  await change(
    workspace,
    'UPDATE outbound_sends SET attempts = 9, lease_token = NULL, visible_at = UTC_TIMESTAMP(3)',
  );
  server.wake();
  const stored = async () => {
    const rows = await server.container.database.select<{ error: unknown }>(
      `SELECT error FROM messages WHERE tenant_id = :tenantId AND status = 'failed'`,
      { tenantId: workspace.scope.key },
    );
    return rows.map((row) => ({ error: asJson<{ code: string }>(row.error).code }));
  };
  await expect.poll(stored, { timeout: 15_000 }).toEqual([{ error: 'no_recipient' }]);
});

it('SEC-23: the queue of a workspace has a limit, which says when to try again', async () => {
  isUp = false;
  const { send, sendFromInbox } = await setUp();
  const other = await setUp();
  const full = await eventually(async () => {
    const answer = await send('one of many');
    return answer.status === 429 ? answer : undefined;
  });
  expect(full.body.error.code).toBe('send_queue_full');
  expect(full.headers.get('retry-after')).toBe('60');
  expect((await sendFromInbox('one more')).status).toBe(429);
  expect((await other.send('not affected')).status).toBe(201);
});
