import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicApi } from '../../shared/contract/index.ts';
import { connectWorkspace, startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { changesBetween, createStateReader } from '../helpers/tenant-state.ts';
import {
  bearer,
  call,
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import { routesOf } from '../tenancy/contract-routes.ts';
import { requestOf } from '../tenancy/route-requests.ts';
import { thingsOf } from '../tenancy/things-of.ts';

let server: TestServer;
let platform: TestPlatform;
let workspace: TestWorkspace;
beforeAll(async () => {
  platform = await startPlatform();
  server = await startTestServer({ GRAPH_URL: platform.url });
  workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace, platform);
});
afterAll(async () => {
  await platform.stop();
  await server.stop();
});

describe('with an Idempotency-Key', () => {
  const posts = routesOf(publicApi).filter(({ method }) => method === 'POST');

  it.each(posts.map((route) => [route.path, route] as const))(
    'POST %s has one effect and returns the same response each time',
    async (_path, route) => {
      const { method, address, body, status } = await requestOf(route, thingsOf(server, workspace));
      const headers = { ...bearer(workspace.key), 'idempotency-key': randomUUID() };
      const send = () => call(`${server.url}/api/v1${address}`, { method, body, headers });
      const first = await send();
      expect(first.status, JSON.stringify(first.body)).toBe(status);
      const { rowsOf } = await createStateReader(server.container.database);
      const before = await rowsOf(workspace.scope.key);
      const again = await send();
      expect(again.status).toBe(status);
      // An error is not stored.
      if (status >= 400) return;
      // A secret is in the first response alone, because it is not stored readably.
      expect(again.body).toEqual('secret' in first.body ? { ...first.body, secret: null } : first.body);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(changesBetween(before, await rowsOf(workspace.scope.key))).toEqual([]);
    },
  );
});
