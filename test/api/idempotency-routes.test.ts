import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicApi } from '../../shared/contract/index.ts';
import { connectWorkspace, eventually, startPlatform, type TestPlatform } from '../helpers/platform.ts';
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
      // An error is not stored: below are the two routes that get one here.
      if (status >= 400) return;
      // A secret is in the first response alone, because it is not stored readably.
      expect(again.body).toEqual('secret' in first.body ? { ...first.body, secret: null } : first.body);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(changesBetween(before, await rowsOf(workspace.scope.key))).toEqual([]);
    },
  );

  /** Posts twice with one key, and once with another one. */
  async function postThrice(path: string) {
    const post = (key: string) =>
      call(`${server.url}/api/v1${path}`, {
        ...{ method: 'POST', headers: { ...bearer(workspace.key), 'idempotency-key': key } },
      });
    const key = randomUUID();
    return { first: await post(key), again: await post(key), other: await post(randomUUID()) };
  }

  it('POST /broadcasts/{id}/resume resumes a paused broadcast once', async () => {
    const id = await thingsOf(server, workspace).broadcast();
    await workspace.api('POST', `/broadcasts/${id}/pause`);
    const { first, again, other } = await postThrice(`/broadcasts/${id}/resume`);
    expect([first.status, first.body.status]).toEqual([200, 'scheduled']);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.body).toEqual(first.body);
    expect(other.body.error.code, 'it is not paused any more').toBe('broadcast_not_possible');
  });

  it('POST /broadcasts/{id}/retry sends once more to those whom it did not reach', async () => {
    // The platform rejects messages to this number with the error in its last digits.
    const { body: contact } = await workspace.api('POST', '/contacts', { phone: '15550131049' });
    await thingsOf(server, workspace).template();
    const created = await workspace.api('POST', '/broadcasts', {
      ...{ name: 'Retried', template: { name: 'hello_world', language: 'en_US' } },
      audience: { contacts: [contact.id] },
    });
    const whenDone = (counts: object) =>
      eventually(async () => {
        const { body } = await workspace.api('GET', `/broadcasts/${created.body.id}`);
        const isEqual = Object.entries(counts).every(([name, count]) => body.counts[name] === count);
        return body.status === 'completed' && isEqual;
      }, 30_000);
    await whenDone({ failed: 1, retriable: 1 });
    await workspace.api('PATCH', `/contacts/${contact.id}`, { phone: '15550159902' });
    const { first, again, other } = await postThrice(`/broadcasts/${created.body.id}/retry`);
    expect([first.status, first.body.status]).toEqual([200, 'running']);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.body).toEqual(first.body);
    expect(other.body.error.code, 'nobody is left').toBe('broadcast_not_possible');
    await whenDone({ failed: 0, sent: 1 });
    expect((await workspace.api('GET', '/messages/15550159902')).body.data).toHaveLength(1);
  });
});
