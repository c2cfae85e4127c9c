import { expect, it } from 'vitest';
import { createApiKey } from '../../server/features/api-keys/index.ts';
import { connectWorkspace } from '../helpers/platform.ts';
import { bearer, call } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();

it('a key learns what it belongs to, what it may do, and whether messages can be sent', async () => {
  const input = { name: 'Order system', permissions: ['messages:send' as const] };
  const { key, apiKey } = await createApiKey(rig.server.container.contextFor(rig.workspace.scope), input);
  const me = async () => (await call(`${rig.server.url}/api/v1/me`, { headers: bearer(key) })).body;
  expect(await me()).toEqual({
    workspace: { id: rig.workspace.scope.tenantId, name: expect.any(String) },
    key: { id: apiKey.id, name: 'Order system', permissions: ['messages:send'], hint: key.slice(-4) },
    channel: { state: 'not_connected', phoneNumber: null, problem: null },
    limits: { keyPerMinute: expect.any(Number), workspacePerMinute: expect.any(Number) },
  });
  await connectWorkspace(rig.server, rig.workspace);
  expect((await me()).channel).toEqual({ state: 'connected', phoneNumber: null, problem: null });
  await rig.server.container.database.run(
    `INSERT INTO channels (tenant_id, state, since, reason_code, reason)
     VALUES (:tenantId, 'credentials_refused', UTC_TIMESTAMP(3), '190', 'The token has expired.')
     ON DUPLICATE KEY UPDATE state = 'credentials_refused', reason_code = '190', reason = 'The token has expired.'`,
    { tenantId: rig.workspace.scope.key },
  );
  expect((await me()).channel).toMatchObject({ state: 'refused', problem: 'The token has expired.' });
  const phone = '15550170190';
  await rig.workspace.api('POST', '/contacts', { name: 'Ada', phone });
  const send = { contactId: phone, type: 'text', content: 'Hello' };
  const sent = await rig.workspace.api('POST', '/messages/send', send);
  expect(sent.status).toBe(201);
  expect(sent.body.warnings).toContain('channel_refused');
  const sendAt = new Date(Date.now() + 86_400_000).toISOString();
  const later = await rig.workspace.api('POST', '/messages/send', { ...send, sendAt });
  expect(later.body).toMatchObject({ status: 'scheduled', warnings: [] });
  expect((await rig.workspace.dashboard('GET', '/me')).status).toBe(404);
});
