import { describe, expect, it } from 'vitest';
import { eventually } from '../helpers/platform.ts';
import type { TestWorkspace } from '../helpers/test-server.ts';
import { verified } from '../helpers/webhook-receiver/index.ts';
import { setUpWebhooks } from '../helpers/webhooks.ts';

const rig = setUpWebhooks();
const { setUp, addEndpoint, deliveries, untilReceived } = rig;

describe('a webhook', () => {
  it('of a paused endpoint is held, or dropped and sent on request', async () => {
    const { workspace, path, at, write } = await setUp();
    await workspace.dashboard('POST', `${at}/pause`, { events: 'hold' });
    await write('wait for me');
    const [held] = await eventually(async () => {
      const all = await deliveries(workspace, at, '?state=held');
      return all.length > 0 ? all : undefined;
    });
    expect(held).toMatchObject({ attempts: 0, nextAttemptAt: null });
    await workspace.dashboard('POST', `${at}/resume`);
    await untilReceived(path, 1);

    const since = new Date().toISOString();
    await workspace.dashboard('POST', `${at}/pause`, { events: 'drop' });
    await write('never mind me');
    await eventually(async () => {
      const { body } = await workspace.dashboard('GET', '/conversations');
      return body.data[0]?.lastMessage?.preview === 'never mind me' || undefined;
    });
    const resumed = await workspace.dashboard('POST', `${at}/resume`);
    expect(resumed.body).toMatchObject({ state: 'active', whilePaused: null });
    expect(rig.receiver.at(path)).toHaveLength(1);
    const missing = await workspace.dashboard('POST', `${at}/send-missing`, { since });
    expect(missing.body).toEqual({ count: 1, isCapped: false, nextCursor: null });
    const [, second] = await untilReceived(path, 2);
    expect(JSON.parse(second?.body ?? '').data.message.content).toBe('never mind me');
    const nothing = await workspace.dashboard('POST', `${at}/send-missing`, { since });
    expect(nothing.body).toEqual({ count: 0, isCapped: false, nextCursor: null });
  });

  it('with a 410 response disables the endpoint, with the reason', async () => {
    const { workspace, path, at, write } = await setUp();
    await rig.receiver.behave(path, { status: 410 });
    await write('nobody home');
    const disabled = await eventually(async () => {
      const { body } = await workspace.dashboard('GET', at);
      return body.state === 'disabled' ? body : undefined;
    });
    expect(disabled.stateReason).toContain('410');
    expect(disabled.stateCause).not.toBeNull();
    expect(disabled.stateStatus).toBe(410);
    // Delivered to another endpoint, which proves that the event was sent while this one was disabled.
    await addEndpoint(workspace, `${path}/other`);
    await write('still nobody');
    await untilReceived(`${path}/other`, 1);
    const { body: log } = await workspace.dashboard('GET', '/audit-log');
    expect(log.data[1]).toMatchObject({ action: 'webhook_endpoint.disabled', actor: { kind: 'operator' } });
    await rig.receiver.behave(path, { status: 200 });
    await workspace.dashboard('POST', `${at}/resume`);
    await write('back again');
    await untilReceived(path, 2);
    expect(rig.receiver.at(path)).toHaveLength(2);
  });

  it('disables the endpoint after five days of nothing but failures', async () => {
    const { workspace, path, at, write } = await setUp();
    await rig.receiver.behave(path, { status: 500 });
    await write('day one');
    await untilReceived(path, 1);
    await eventually(async () => (await deliveries(workspace, at))[0]?.attempts === 1 || undefined);
    await rig.server.container.database.run(
      `UPDATE webhook_endpoints SET failing_since = UTC_TIMESTAMP(3) - INTERVAL 121 HOUR, failing_confirmed = 1
       WHERE tenant_id = :tenantId`,
      { tenantId: workspace.scope.key },
    );
    await write('day five');
    const disabled = await eventually(async () => {
      const { body } = await workspace.dashboard('GET', at);
      return body.state === 'disabled' ? body : undefined;
    });
    expect(disabled.stateReason).toContain('Nothing was delivered for five days');
    expect(disabled.stateCause).not.toBeNull();
  });

  it('is signed with the old and the new secret after a rotation', async () => {
    const { workspace, path, at, secret, write } = await setUp();
    const { body } = await workspace.dashboard('POST', `${at}/rotate-secret`, { overlapHours: 1 });
    await write('twice signed');
    const [request] = await untilReceived(path, 1);
    expect(verified(request as never, secret)).toEqual(verified(request as never, body.secret));
    await workspace.dashboard('POST', `${at}/rotate-secret`, { overlapHours: 0 });
    await write('once signed');
    const [, second] = await untilReceived(path, 2);
    expect(() => verified(second as never, secret)).toThrow();
  });

  it('is removed with its contact or its endpoint', async () => {
    const { workspace, at, write, phone, path } = await setUp();
    await write('forget me');
    await untilReceived(path, 1);
    await eventually(async () => (await deliveries(workspace, at, '?state=succeeded'))[0]);
    await workspace.api('DELETE', `/contacts/${(await contactId(workspace, phone)) ?? ''}`);
    await eventually(async () => (await deliveries(workspace, at)).length === 0 || undefined);
    await write('me too');
    await untilReceived(path, 2);
    await workspace.dashboard('DELETE', at);
    expect((await workspace.dashboard('GET', `${at}/deliveries`)).status).toBe(404);
    await eventually(async () => {
      const rows = await rig.server.container.database.select(
        `SELECT 1 FROM webhook_deliveries WHERE tenant_id = :tenantId
         UNION ALL SELECT 1 FROM webhook_attempts WHERE tenant_id = :tenantId`,
        { tenantId: workspace.scope.key },
      );
      return rows.length === 0 || undefined;
    });
  });
});

async function contactId(workspace: TestWorkspace, phone: string): Promise<string | undefined> {
  return (await workspace.api('GET', `/contacts?search=${phone}`)).body.data[0]?.id;
}
