import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

describe('inference keys', () => {
  let server: TestServer;
  let workspace: TestWorkspace;
  beforeAll(async () => {
    server = await startTestServer();
    workspace = await createWorkspace(server);
  });
  afterAll(() => server.stop());

  it('are shown once, listed without the secret, renamed and revoked', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const made = await workspace.dashboard('POST', '/inference-keys', {
      name: ' Flow ',
      quota: 10,
      expiresAt,
    });
    expect(made.status).toBe(201);
    const { key, inferenceKey } = made.body;
    expect(key).toMatch(/^sk-svc-[0-9A-Za-z]{38}$/);
    expect(inferenceKey).toMatchObject({
      name: 'Flow',
      prefix: key.slice(0, 11),
      quota: 10,
      calls: 0,
      expiresAt,
      status: 'active',
    });
    const list = await workspace.dashboard('GET', '/inference-keys');
    expect(list.body.counters).toEqual({ total: 1, active: 1, calls: 0 });
    expect(JSON.stringify(list.body)).not.toContain(key);
    const renamed = await workspace.dashboard('PATCH', `/inference-keys/${inferenceKey.id}`, { name: 'Bot' });
    expect(renamed.body).toMatchObject({ id: inferenceKey.id, name: 'Bot' });
    const revoked = await workspace.dashboard('DELETE', `/inference-keys/${inferenceKey.id}`);
    expect(revoked.body).toEqual({ id: inferenceKey.id, revoked: true });
    expect((await workspace.dashboard('DELETE', `/inference-keys/${inferenceKey.id}`)).status).toBe(404);
    const after = await workspace.dashboard('GET', '/inference-keys');
    expect(after.body).toMatchObject({ data: [{ status: 'revoked' }], counters: { total: 1, active: 0 } });
    const { rows } = await storedKeys(server);
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(server.logs.join('\n')).not.toContain(key);
  });

  it('rejects an expiry date in the past, a quota of 0 and an empty name', async () => {
    for (const body of [
      { name: 'x', expiresAt: '2020-01-01T00:00:00Z' },
      { name: 'x', quota: 0 },
      { name: ' ' },
    ]) {
      const answer = await workspace.dashboard('POST', '/inference-keys', body);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_failed']);
    }
  });

  it('lists usage by day', async () => {
    const usage = await workspace.dashboard('GET', '/inference-keys/usage?days=7');
    expect([usage.status, usage.body]).toEqual([200, { data: [] }]);
  });
});

async function storedKeys({ container }: TestServer) {
  const rows = await container.database.select('/* system: inference-key */ SELECT * FROM inference_keys');
  return { rows };
}
