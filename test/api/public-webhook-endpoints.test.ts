import { expect, it } from 'vitest';
import { createApiKey } from '../../server/features/api-keys/index.ts';
import { bearer, call } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();
const url = 'https://hooks.example.com/in';
const api = (method: string, path: string, body?: object) => rig.workspace.api(method, path, body);

it('a program adds an endpoint, gets its secret once, changes it and deletes it', async () => {
  const created = await api('POST', '/webhook-endpoints', { url, events: ['message.received'] });
  expect(created.status).toBe(201);
  const { secret, ...endpoint } = created.body;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(endpoint).toMatchObject({ url, events: ['message.received'], state: 'active' });
  expect(Object.keys(endpoint)).not.toEqual(expect.arrayContaining(['secrets', 'last24Hours']));
  const path = `/webhook-endpoints/${endpoint.id}`;
  expect((await api('GET', path)).body).toEqual(endpoint);
  expect((await api('GET', '/webhook-endpoints')).body).toEqual({ data: [endpoint] });
  const shown = (await rig.workspace.dashboard('GET', path)).body;
  expect(shown).toMatchObject({ id: endpoint.id, createdBy: null });
  const moved = await api('PATCH', path, { url: 'https://other.example.com/in', maxPerSecond: 5 });
  expect(moved.body).toMatchObject({ url: 'https://other.example.com/in', maxPerSecond: 5 });
  const { data } = (await rig.workspace.dashboard('GET', '/audit-log')).body;
  expect(data[0]).toMatchObject({ action: 'webhook_endpoint.changed', actor: { kind: 'key' } });
  expect((await api('DELETE', path)).body).toEqual({ id: endpoint.id, deleted: true });
  for (const method of ['GET', 'DELETE'])
    expect((await api(method, path)).body.error.code).toBe('webhook_endpoint_not_found');
});

it('a repeated request adds one endpoint, and its response has no secret', async () => {
  const headers = { ...bearer(rig.workspace.key), 'idempotency-key': 'endpoint-1' };
  const add = () =>
    call(`${rig.server.url}/api/v1/webhook-endpoints`, { method: 'POST', body: { url }, headers });
  const [first, second] = [await add(), await add()];
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.body).toEqual({ ...first.body, secret: null });
  expect((await api('GET', '/webhook-endpoints')).body.data).toHaveLength(1);
  const [stored] = await rig.server.container.database.select<{ found: number }>(
    'SELECT COUNT(*) AS found FROM idempotency_keys WHERE tenant_id = :tenantId AND body LIKE :secret',
    { tenantId: rig.workspace.scope.key, secret: '%whsec_%' },
  );
  expect(Number(stored?.found)).toBe(0);
});

it('an address inside the server’s network and a key without the permission are rejected', async () => {
  const inside = await api('POST', '/webhook-endpoints', { url: 'https://10.0.0.1/in' });
  expect(inside.body.error.details[0].path).toBe('url');
  const input = { name: 'reader', permissions: ['contacts:read' as const] };
  const { key } = await createApiKey(rig.server.container.contextFor(rig.workspace.scope), input);
  const answer = await call(`${rig.server.url}/api/v1/webhook-endpoints`, { headers: bearer(key) });
  expect(answer).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
});
