import { describe, expect, it } from 'vitest';
import { listenerRetention } from '../../server/features/webhooks/listener/listener-retention.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import type { ListenerRequest } from '../../shared/contract/webhooks/webhook-listener.contract.ts';
import { WEBHOOK_LISTENER_URL } from '../../shared/domain/webhooks/webhook-values.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { sweep } from '../helpers/sweep.ts';
import type { TestWorkspace } from '../helpers/test-server.ts';
import { setUpWebhooks } from '../helpers/webhooks.ts';

const rig = setUpWebhooks();
const { setUp } = rig;

async function opened(workspace: TestWorkspace) {
  const { status, body } = await workspace.dashboard('POST', '/webhook-listeners');
  expect({ status, body }).toMatchObject({ status: 200, body: { url: WEBHOOK_LISTENER_URL } });
  const at = `/webhook-listeners/${body.id}`;
  const requests = async (): Promise<ListenerRequest[]> =>
    (await workspace.dashboard('GET', `${at}/requests`)).body.data;
  const until = (accepted: (all: ListenerRequest[]) => boolean) =>
    eventually(async () => {
      const all = await requests();
      return accepted(all) ? all : undefined;
    });
  return { id: body.id as string, at, listener: body, requests, until };
}

describe('the test listener', () => {
  it('gets real events and test events, verifies their signature, and is one per workspace', async () => {
    const { workspace, write } = await setUp();
    const { id, listener, until } = await opened(workspace);
    expect(listener.listener.answer).toBe('ok');
    const hours = (Date.parse(listener.listener.expiresAt) - Date.parse(listener.createdAt)) / 3_600_000;
    expect(hours).toBe(24);
    const again = await Promise.all([opened(workspace), opened(workspace)]);
    expect(again.map((one) => one.id)).toEqual([id, id]);

    await write('for the listener');
    const [received] = (
      await until((all) => all.some(({ body }) => body.includes('for the listener')))
    ).filter(({ body }) => body.includes('for the listener'));
    expect(received).toMatchObject({ status: 200, number: 1, isSignatureValid: true, isBodyCut: false });
    expect(Object.fromEntries(received?.headers ?? [])).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^evt_/),
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    // A receiver that knows only the new secret cannot verify what was signed with the old one.
    await workspace.dashboard('POST', `/webhook-endpoints/${id}/rotate-secret`, { overlapHours: 0 });
    await until((all) => all.every(({ isSignatureValid }) => !isSignatureValid));
    await workspace.dashboard('POST', `/webhook-endpoints/${id}/test`, {});
    const [newest] = await until((all) => all[0]?.trigger === 'test');
    expect(newest?.isSignatureValid).toBe(true);
  });

  onlyInSoak(it)('answers with an error, or not in time, as it was set; events are tried again', async () => {
    const { workspace, write } = await setUp();
    const { id, at, until } = await opened(workspace);
    const set = (answer: string) => workspace.dashboard('PUT', at, { answer });
    expect((await set('error')).body.listener.answer).toBe('error');
    await write('try me again');
    const tried = await until((all) => all.filter(({ body }) => body.includes('try me again')).length > 1);
    expect(tried.map(({ status, trigger }) => ({ status, trigger }))).toContainEqual({
      ...{ status: 500, trigger: 'retry' },
    });
    await set('slow');
    await workspace.dashboard('POST', `/webhook-endpoints/${id}/test`, {});
    const [late] = await until((all) => all.some(({ cause }) => cause === 'timeout')).then((all) =>
      all.filter(({ cause }) => cause === 'timeout'),
    );
    expect(late).toMatchObject({ status: null });
    expect(late?.milliseconds).toBeGreaterThanOrEqual(4_990);
    expect((await set('never')).status).toBe(400);
  });

  it('keeps its URL, belongs to its workspace, and is removed with what it got', async () => {
    const { workspace } = await setUp();
    const { id, at, until } = await opened(workspace);
    const moved = await workspace.dashboard('PATCH', `/webhook-endpoints/${id}`, {
      url: 'https://example.com/',
    });
    expect(moved).toMatchObject({ status: 400, body: { error: { details: [{ path: 'url' }] } } });
    const { workspace: other, at: endpoint } = await setUp();
    for (const path of [at, `/webhook-listeners/${endpoint.split('/').at(-1)}`])
      expect((await other.dashboard('PUT', path, { answer: 'ok' })).status).toBe(404);
    await workspace.dashboard('POST', `/webhook-endpoints/${id}/test`, {});
    await until((all) => all.length > 0);
    expect((await workspace.dashboard('DELETE', at)).body).toEqual({ id, deleted: true });
    expect((await workspace.dashboard('GET', `${at}/requests`)).status).toBe(404);
    await eventually(async () => (await rowsOf(id)) === 0 || undefined);
  });

  it('is removed after a day; until then its newest 1,000 deliveries are kept', async () => {
    const { workspace } = await setUp();
    const { id, until } = await opened(workspace);
    await workspace.dashboard('POST', `/webhook-endpoints/${id}/test`, {});
    await until((all) => all.length > 0);
    const { container } = rig.server;
    const step = listenerRetention(container.resources, () => undefined);
    await container.database.run(
      `INSERT INTO webhook_deliveries (id, tenant_id, endpoint_id, event_id, type, cause, state, visible_at, created_at)
       SELECT UNHEX(LEFT(SHA2(CONCAT(HEX(d.endpoint_id), n.seq), 256), 32)), d.tenant_id, d.endpoint_id,
         UNHEX(LEFT(SHA2(CONCAT('event', n.seq, HEX(d.endpoint_id)), 256), 32)),
         d.type, 'event', 2, d.visible_at, d.created_at - INTERVAL n.seq SECOND
       FROM webhook_deliveries d JOIN (SELECT 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d AS seq FROM
         ${DIGITS} a, ${DIGITS} b, ${DIGITS} c, (SELECT 0 AS d UNION SELECT 1) e) n
       WHERE d.tenant_id = :tenantId AND d.endpoint_id = :endpointId`,
      { tenantId: workspace.scope.key, endpointId: decodeId(id) },
    );
    expect(await rowsOf(id)).toBe(2_001);
    await sweep(step);
    expect(await rowsOf(id)).toBe(1_000);
    await container.database.run(
      'UPDATE webhook_endpoints SET expires_at = UTC_TIMESTAMP(3) WHERE tenant_id = :tenantId AND listener = 1',
      { tenantId: workspace.scope.key },
    );
    await sweep(step);
    expect((await workspace.dashboard('GET', `/webhook-endpoints/${id}`)).status).toBe(404);
  });
});

const DIGITS =
  '(SELECT 0 AS d UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9)';

async function rowsOf(id: string): Promise<number> {
  const [row] = await rig.server.container.database.select<{ count: number }>(
    '/* system: test */ SELECT COUNT(*) AS count FROM webhook_deliveries WHERE endpoint_id = :endpointId',
    { endpointId: decodeId(id) },
  );
  return Number(row?.count);
}
