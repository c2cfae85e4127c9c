import { expect, it, onTestFinished } from 'vitest';
import { createTargetRules } from '../../server/features/webhooks/endpoints/webhook-target.ts';
import { connectWorkspace, envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import { createWorkspace, startTestServer } from '../helpers/test-server.ts';
import { startWebhookReceiver, verified } from '../helpers/webhook-receiver/index.ts';

async function setUp(env: Record<string, string> = {}) {
  const receiver = await startWebhookReceiver();
  onTestFinished(() => receiver.stop());
  const server = await startTestServer(env);
  onTestFinished(() => server.stop());
  const workspace = await createWorkspace(server);
  const add = (url: string) => workspace.dashboard('POST', '/webhook-endpoints', { url });
  return { receiver, server, workspace, add };
}

it('receives webhooks while no other machine can reach the server, except on the product’s own ports', async () => {
  const { receiver, server, workspace, add } = await setUp();
  await connectWorkspace(server, workspace);
  const { status, body } = await add(`${receiver.url}/n8n`);
  expect(status, JSON.stringify(body)).toBe(201);
  await postCallback(server, workspace, envelope({ messages: [textMessage('15550180001', 'hello')] }));
  const requests = await eventually(async () => {
    const seen = receiver.at('/n8n');
    return seen.length > 0 ? seen : undefined;
  });
  expect(requests.map((request) => verified(request, body.secret).type)).toContain('message.received');
  // The API server, the model, the sandbox, and what GRAPH_URL of the tests names.
  for (const url of [
    'http://127.0.0.1:4000/',
    'https://localhost:4001/',
    'http://[::1]:4002/',
    'http://127.8.0.1:9/',
  ]) {
    const refused = await add(url);
    expect(refused.status, url).toBe(400);
    expect(refused.body.error.details[0].message).toContain('is used by this server itself');
  }
  for (const url of ['http://10.0.0.1/', 'http://0.0.0.0:5678/', 'https://169.254.169.254/'])
    expect((await add(url)).body.error.details[0].message, url).toContain('WEBHOOK_ALLOW_CIDRS');
});

it('is refused when other machines may reach the server, and the error names the setting', async () => {
  const { receiver, add } = await setUp({ PUBLIC_URL: 'https://crm.example.com' });
  const { status, body } = await add(`${receiver.url}/n8n`);
  expect(status).toBe(400);
  expect(body.error.details[0].message).toContain('WEBHOOK_ALLOW_CIDRS');
});

it('is checked by address and port at each connection, whatever the name was', () => {
  const rules = createTargetRules({ allowCidrs: [], closedPorts: [3306] });
  expect(rules.permitsAt(5678, true)('127.0.0.1')).toBe(true);
  expect(rules.permitsAt(3306, true)('127.0.0.1')).toBe(false);
  expect(rules.permitsAt(3306, false)('::ffff:127.0.0.1')).toBe(false);
  expect(rules.permitsAt(3306, false)('8.8.8.8')).toBe(true);
  expect(rules.permitsPlain('8.8.8.8')).toBe(false);
  expect(createTargetRules({ allowCidrs: [], closedPorts: null }).permitsAt(5678, true)('::1')).toBe(false);
});
