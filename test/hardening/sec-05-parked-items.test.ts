import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { setUpAdmin } from '../helpers/admin.ts';
import { historyOf, inboundSteps, parkedOf } from '../helpers/inbound.ts';
import { envelope, eventually, textMessage } from '../helpers/platform.ts';
import type { TestWorkspace } from '../helpers/test-server.ts';

const rig = setUpAdmin();
const { ok, fails } = rig;
const { createConnected, post, retryNow, untilProcessed } = inboundSteps(() => rig.server);

type Json = ReturnType<typeof JSON.parse>;

/** Parks a message for a number that is not connected, a notice and a body that is no JSON. */
async function parkThree(workspace: TestWorkspace): Promise<void> {
  const message = JSON.stringify(envelope({ messages: [textMessage('15550144001', 'for later')] }));
  await post(workspace, message.replace('800000000000001', '123456123'));
  await post(workspace, envelope({ event: 'x' }, 'some_new_field'));
  await post(workspace, 'not JSON 😀'.repeat(20_000));
  await untilProcessed(workspace);
  expect(await parkedOf(workspace)).toHaveLength(3);
}

async function connectOtherNumber(workspace: TestWorkspace): Promise<void> {
  await rig.server.container.database.run(
    "UPDATE cloud_api_settings SET phone_number_id = '123456123' WHERE tenant_id = :tenantId",
    { tenantId: workspace.scope.key },
  );
}

describe('SEC-05: parked items', () => {
  it('are listed without their payload, opened with a bounded one, and retried one by one', async () => {
    const workspace = await createConnected();
    await parkThree(workspace);
    const items = await parkedOf(workspace);
    for (const item of items) expect(Object.keys(item)).not.toContain('payload');
    const kinds = (kind: string): Json => items.find((item) => item.kind === kind);

    const opened = (await workspace.dashboard('GET', `/parked-items/${kinds('message').id}`)).body;
    expect(JSON.parse(opened.raw)).toMatchObject({ text: { body: 'for later' } });
    expect(opened.rawLength).toBe(opened.raw.length);
    expect(kinds('callback').reasonCode, 'not what the parser says').toBe('not_json');
    const whole = (await workspace.dashboard('GET', `/parked-items/${kinds('callback').id}`)).body;
    expect(whole.rawLength).toBe('not JSON 😀'.length * 20_000);
    expect(whole.raw.length).toBeLessThanOrEqual(64_000);
    expect(whole.raw.isWellFormed()).toBe(true);

    await connectOtherNumber(workspace);
    const retried = await workspace.dashboard('POST', `/parked-items/${kinds('message').id}/retry`);
    expect(retried.body).toEqual({ retried: 1, skipped: 0, hasMore: false });
    await eventually(async () => (await historyOf(workspace, '15550144001')).length === 1);
    expect((await parkedOf(workspace)).map(({ kind }) => kind).toSorted()).toEqual([
      'callback',
      'some_new_field',
    ]);
    const again = await workspace.dashboard('POST', `/parked-items/${kinds('message').id}/retry`);
    expect([again.status, again.body.error.code]).toEqual([404, 'parked_item_not_found']);

    const { data } = (await workspace.dashboard('GET', '/audit-log')).body;
    const entries = data.filter(({ action }: Json) => action === 'parked_item.retried');
    expect(entries).toMatchObject([
      { target: { kind: 'parked_item', id: kinds('message').id, label: 'message' } },
    ]);
  });

  it('of a kind are retried together; those that still cannot be processed are parked again', async () => {
    const workspace = await createConnected();
    await parkThree(workspace);
    const retryAll = (body: object) => workspace.dashboard('POST', '/parked-items/retry', body);
    expect((await retryAll({ kind: 'nothing_like_this' })).body).toEqual({
      retried: 0,
      skipped: 0,
      hasMore: false,
    });
    expect((await retryAll({ kind: 'some_new_field' })).body).toEqual({
      retried: 1,
      skipped: 0,
      hasMore: false,
    });
    await untilProcessed(workspace);
    expect(await parkedOf(workspace)).toHaveLength(3);
    await connectOtherNumber(workspace);
    expect((await retryAll({})).body).toEqual({ retried: 3, skipped: 0, hasMore: false });
    await untilProcessed(workspace);
    expect(await historyOf(workspace, '15550144001')).toHaveLength(1);
    const { data } = (await workspace.dashboard('GET', '/audit-log')).body;
    const labels = data
      .filter(({ action }: Json) => action === 'parked_item.retried')
      .map(({ target }: Json) => target);
    expect(labels).toMatchObject([
      { label: 'all kinds', labelCode: 'all_kinds' },
      { label: 'some_new_field' },
    ]);
  });

  it('are shown by `parked show`', async () => {
    const workspace = await createConnected();
    await post(workspace, envelope({ event: 'x' }, 'some_new_field'));
    await untilProcessed(workspace);
    const [item] = await parkedOf(workspace);
    const shown = await ok(`parked show --tenant ${workspace.tenantId} --id ${item.id} --json`);
    expect(shown).toMatchObject({ id: item.id, kind: 'some_new_field', reasonCode: 'not_supported' });
    expect(JSON.parse(shown.raw)).toMatchObject({ event: 'x' });
    const other = await createConnected();
    expect(await fails(`parked show --tenant ${other.tenantId} --id ${item.id} --json`)).toMatchObject({
      code: 'parked_item_not_found',
    });
  });
});

describe('SEC-05: an outage', () => {
  it('parks nothing, also after a day and many attempts', async () => {
    const workspace = await createConnected();
    const { database } = rig.server.container;
    const own = { tenantId: workspace.scope.key };
    await database.run('ALTER TABLE messages RENAME TO messages_elsewhere');
    try {
      await post(workspace, envelope({ messages: [textMessage('15550145001', 'kept')] }));
      await database.run(
        `UPDATE inbound_callbacks SET attempts = 20, received_at = received_at - INTERVAL 3 DAY
         WHERE tenant_id = :tenantId`,
        own,
      );
      await eventually(async () => {
        await retryNow(workspace);
        const [row] = await database.select<{ attempts: number }>(
          'SELECT MAX(attempts) AS attempts FROM inbound_callbacks WHERE tenant_id = :tenantId AND state = 0',
          own,
        );
        return Number(row?.attempts) >= 22;
      });
      expect(await parkedOf(workspace)).toEqual([]);
    } finally {
      await database.run('ALTER TABLE messages_elsewhere RENAME TO messages');
    }
    await untilProcessed(workspace);
    expect(await historyOf(workspace, '15550145001')).toHaveLength(1);
    expect(await parkedOf(workspace)).toEqual([]);
  }, 60_000);
});

describe('SEC-05: the alert rules and the guide for operators', () => {
  it('name only metrics that /metrics has', async () => {
    const rules = ['docs/alerts.yml', 'docs/operators.md'].map((file) => readFileSync(file, 'utf8')).join();
    const named = new Set([...rules.matchAll(/switchboard_[a-z_0-9]+/g)].map(([name]) => name));
    expect(named.size).toBeGreaterThan(5);
    const metrics = await rig.server.container.metrics.text();
    // A histogram has its name with three endings.
    const has = (name: string) =>
      metrics.includes(`# TYPE ${name} `) ||
      metrics.includes(`# TYPE ${name.replace(/_bucket$/, '')} histogram`);
    expect([...named].filter((name) => !has(name))).toEqual([]);
    expect(metrics).toMatch(/switchboard_parked_items_total [1-9]/);
    expect(metrics).toMatch(/switchboard_parked_items [1-9]/);
  });

  it('name every worker that does rounds', async () => {
    const guide = readFileSync('docs/operators.md', 'utf8');
    const metrics = await rig.server.container.metrics.text();
    const rounds = metrics.matchAll(/rounds_last_success_timestamp_seconds\{worker="(\w+)"\}/g);
    const workers = [...rounds].map(([, worker]) => worker);
    expect(workers).toContain('snooze_ends');
    expect(workers.filter((worker) => !guide.includes(`\`${worker}\``))).toEqual([]);
  });
});
