import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectWorkspace, startPlatform, type TestPlatform } from '../helpers/platform.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

let server: TestServer;
let platform: TestPlatform;
let workspace: TestWorkspace;
beforeAll(async () => {
  platform = await startPlatform();
  server = await startTestServer({ GRAPH_URL: platform.url });
  workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace, platform);
  await workspace.api('POST', '/contacts', { phone: '15550177001' });
});
afterAll(async () => {
  await platform.stop();
  await server.stop();
});

describe('the free-form part of a template', () => {
  it.each([
    ['nested 40 levels deep', `${'['.repeat(40)}${']'.repeat(40)}`],
    ['nested 30,000 levels deep', `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`],
    ['a lone surrogate', '"\\ud800"'],
    ['a lone surrogate as a name', '{"\\ud800":1}'],
  ])('%s is rejected as an invalid request', async (_what, json) => {
    const action = { type: 'action', action: { flow_action_data: 'HERE' } };
    const component = { type: 'button', sub_type: 'flow', index: 0, parameters: [action] };
    const body = JSON.stringify({
      contactId: '15550177001',
      type: 'template',
      templateName: 'order_update',
      templateLanguage: 'en',
      components: [component],
    }).replace('"HERE"', json);
    const answer = await workspace.api('POST', '/messages/send', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toEqual([
      { path: 'components.0.parameters.0.action', message: expect.stringContaining('levels') },
    ]);
  });
});
