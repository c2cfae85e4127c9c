import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectWorkspace, envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import { createWorkspace, startTestServer, type TestServer } from '../helpers/test-server.ts';

const PHONE = '15550131234';

let server: TestServer;
let platform: Server;
const accepted: string[] = [];
beforeAll(async () => {
  platform = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
      if (body.text) accepted.push(body.text.body);
      const answer = { messages: [{ id: `wamid.${randomUUID()}` }] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
  server = await startTestServer({
    GRAPH_URL: `http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
  });
});
afterAll(async () => {
  await server.stop();
  platform.closeAllConnections();
  platform.close();
});

it('a message whose answer cannot be stored for minutes, for the disk is full, is not sent twice', async () => {
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace);
  await postCallback(server, workspace, envelope({ messages: [textMessage(PHONE, 'hello')] }));
  await eventually(async () => (await workspace.dashboard('GET', '/conversations')).body.data?.[0]);
  const { sequelize } = server.container.database;
  await sequelize.query(
    `CREATE TRIGGER full_messages BEFORE UPDATE ON messages FOR EACH ROW
     SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1114, MESSAGE_TEXT = 'The table is full'`,
  );
  try {
    const sent = workspace.api('POST', '/messages/send', { contactId: PHONE, type: 'text', content: 'once' });
    await expect.poll(() => accepted).toEqual(['once']);
    // The lease of the send ends, and so does the time that a message with an unknown outcome waits.
    for (let times = 0; times < 3; times += 1) {
      server.passTime(65);
      await sleep(700);
    }
    expect((await sent).body.status).toBe('queued');
    expect(accepted).toEqual(['once']);
  } finally {
    await sequelize.query('DROP TRIGGER full_messages');
  }
  const statusOf = async () =>
    (await workspace.api('GET', `/messages/${PHONE}`)).body.data.find(
      (one: { content: string }) => one.content === 'once',
    ).status;
  await expect.poll(statusOf).toBe('sent');
  server.passTime(65);
  await sleep(700);
  expect(accepted).toEqual(['once']);
  expect(server.logs.join()).toContain('the answer to a send could not be stored; will retry');
}, 60_000);
