import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, SECRET_KEY, startTestServer, type TestServer } from '../helpers/test-server.ts';
import { startInference } from './inference-rig.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('accepts keys that were created under the previous SECRET_KEY, and creates new ones under the current one', async () => {
  const before = await startInference({ apiServer: server });
  const scope = await before.tenant();
  const { key } = await before.key(scope);
  await before.stop();

  const rotated = {
    SECRET_KEY: 'the secret that came after it, long enough',
    SECRET_KEY_PREVIOUS: SECRET_KEY,
  };
  const after = await startInference({ apiServer: server, env: rotated });
  const statusOf = async (worker: typeof after, token: string) =>
    (await call(`${worker.url}/models`, { headers: { authorization: `Bearer ${token}` } })).status;
  const fresh = await after.key(scope);
  expect(await statusOf(after, key)).toBe(200);
  expect(await statusOf(after, fresh.key)).toBe(200);
  await after.stop();

  const { SECRET_KEY_PREVIOUS: _, ...forgotten } = rotated;
  const later = await startInference({ apiServer: server, env: forgotten });
  expect(await statusOf(later, key)).toBe(401);
  expect(await statusOf(later, fresh.key)).toBe(200);
  await later.stop();
});
