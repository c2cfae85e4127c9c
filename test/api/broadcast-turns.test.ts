import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { storeCounts } from '../../server/flows/broadcasts/broadcast-progress.ts';
import { operatorContext } from '../../server/kernel/context/context.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { BROADCASTS_ACTIVE_MAX } from '../../shared/domain/templates/broadcasts.ts';
import { plain, setUpBroadcasts } from '../helpers/broadcasts.ts';
import { eventually } from '../helpers/platform.ts';
import type { TestWorkspace } from '../helpers/test-server.ts';

const rig = setUpBroadcasts();
const { setUp, addContacts, whenDone } = rig;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Creates a broadcast and returns its id. */
async function create(workspace: TestWorkspace, contacts: readonly string[], extra: object = {}) {
  const { status, body } = await workspace.api('POST', '/broadcasts', {
    ...{ name: 'News', template: plain, audience: { contacts }, ...extra },
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.id as string;
}

/** Creates as many broadcasts as may be active, which all wait for their time. */
async function fill(workspace: TestWorkspace, contacts: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < BROADCASTS_ACTIVE_MAX; count += 1)
    ids.push(await create(workspace, contacts, { name: `Later ${count}`, sendAt: inAnHour() }));
  return ids;
}

it('lets a broadcast that has ended be retried only while another one may be active', async () => {
  const workspace = await setUp();
  const [phone = ''] = await addContacts(workspace, 1);
  const { body: marked } = await workspace.api('POST', '/contacts', { name: 'Later', phone: '15550131049' });
  const ended = await create(workspace, [marked.id]);
  await whenDone(workspace, ended, { failed: 1 });
  await workspace.api('PATCH', `/contacts/${marked.id}`, { phone: '15550159902' });
  const [first] = await fill(workspace, [phone]);

  const retry = () => workspace.api('POST', `/broadcasts/${ended}/retry`);
  const refused = await retry();
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'broadcast_limit_reached']);
  const { body: unchanged } = await workspace.api('GET', `/broadcasts/${ended}`);
  expect(unchanged).toMatchObject({ status: 'completed', counts: { failed: 1, retriable: 1, queued: 0 } });

  await workspace.api('POST', `/broadcasts/${first}/cancel`);
  expect((await retry()).body.status).toBe('running');
  expect((await whenDone(workspace, ended)).counts).toMatchObject({ sent: 1, failed: 0 });
}, 60_000);

it('works on the newest broadcast although as many older ones as one round takes wait for their time', async () => {
  const workspace = await setUp();
  const [phone = ''] = await addContacts(workspace, 1);
  await fill(workspace, [phone]);
  // A workspace can have more from before the limit applied to retries.
  const change = (status: string) =>
    rig.server.container.database.run(
      'UPDATE broadcasts SET status = :status WHERE tenant_id = :tenantId AND send_at IS NOT NULL',
      { status, tenantId: workspace.scope.key },
    );
  await change('canceled');
  const newest = await create(workspace, [phone], { sendAt: inAnHour() });
  await change('scheduled');
  await rig.server.container.database.run(
    `UPDATE broadcasts SET send_at = UTC_TIMESTAMP(3) WHERE tenant_id = :tenantId ORDER BY id DESC LIMIT 1`,
    { tenantId: workspace.scope.key },
  );
  expect((await whenDone(workspace, newest)).counts).toMatchObject({ sent: 1 });
}, 60_000);

it('a broadcast that makes no progress does not hold up the others, and its round has failed', async () => {
  const workspace = await setUp();
  const [first = '', second = ''] = await addContacts(workspace, 2);
  const broken = await create(workspace, [first], { name: 'Broken', sendAt: inAnHour() });
  const change = (components: string) =>
    rig.server.container.database.run(
      `UPDATE broadcasts SET components = :components, send_at = UTC_TIMESTAMP(3)
       WHERE tenant_id = :tenantId AND id = :id`,
      { components, id: decodeId(broken), tenantId: workspace.scope.key },
    );
  await change('5');
  const other = await create(workspace, [second], { name: 'Other' });
  expect((await whenDone(workspace, other)).counts).toMatchObject({ sent: 1 });

  const lastSuccess = async () => {
    const text = await rig.server.container.metrics.text();
    const found = /^switchboard_rounds_last_success_timestamp_seconds\{worker="broadcasts".*\} (\S+)$/m.exec(
      text,
    );
    return Number(found?.[1]);
  };
  const before = await lastSuccess();
  expect(before).toBeGreaterThan(0);
  await sleep(1_500);
  expect(await lastSuccess()).toBe(before);

  await change('[]');
  expect((await whenDone(workspace, broken)).counts).toMatchObject({ sent: 1 });
  await eventually(async () => (await lastSuccess()) > before);
}, 60_000);

it('expects as many people as were counted while the audience is being read', async () => {
  const workspace = await setUp();
  await addContacts(workspace, 3);
  await addContacts(workspace, 2, { marketing: 'unsubscribed' });
  const id = await create(workspace, [], { audience: { tag: 'news' }, sendAt: inAnHour() });
  // As after the first steps of a large audience.
  await rig.server.container.database.run(
    `UPDATE broadcasts SET status = 'paused', started_at = UTC_TIMESTAMP(3), is_expanded = 0
     WHERE tenant_id = :tenantId AND id = :id`,
    { id: decodeId(id), tenantId: workspace.scope.key },
  );
  const { body: one } = await workspace.api('GET', `/broadcasts/${id}`);
  const { body: all } = await workspace.api('GET', '/broadcasts');
  const excluded = { unsubscribed: 2 };
  expect(one.counts).toMatchObject({ recipients: 3, waiting: 3, excluded });
  expect(all.data[0].counts).toEqual(one.counts);
  const { body: resumed } = await workspace.api('POST', `/broadcasts/${id}/resume`);
  expect(resumed.counts).toMatchObject({ recipients: 3, waiting: 3 });
  expect((await whenDone(workspace, id)).counts).toMatchObject({ recipients: 3, sent: 3, excluded });
}, 60_000);

/** Counts a broadcast, and does something else between the counting and the storing. */
async function countWhile(workspace: TestWorkspace, id: string, change: () => Promise<unknown>) {
  const { resources } = rig.server.container;
  const db: typeof resources.db = {
    ...resources.db,
    transaction: async (...args) => {
      await change();
      return resources.db.transaction(...args);
    },
    inTurnOf: () => db,
  };
  await storeCounts(operatorContext({ ...resources, db }, workspace.scope), decodeId(id), false);
}

const update = (workspace: TestWorkspace, change: string) =>
  rig.server.container.database.run(`UPDATE ${change}`, { tenantId: workspace.scope.key });

const stored = async (workspace: TestWorkspace) => (await workspace.api('GET', '/broadcasts')).body.data[0];

it('does not replace the counts that another server has stored while this one counted', async () => {
  const workspace = await setUp();
  const [phone = ''] = await addContacts(workspace, 1);
  const id = await create(workspace, [phone], { sendAt: inAnHour() });
  const report = "broadcasts SET counts = JSON_SET(counts, '$.read', 7) WHERE tenant_id = :tenantId";
  await countWhile(workspace, id, () => update(workspace, report));
  expect((await stored(workspace)).counts).toMatchObject({ recipients: 1, read: 7 });
});

it('is not paused by what was counted before a person resumed it', async () => {
  const workspace = await setUp();
  const { body: held } = await workspace.api('POST', '/contacts', { name: 'Held', phone: '15556131049' });
  const id = await create(workspace, [held.id]);
  await whenDone(workspace, id, { failed: 1 });
  const fail = (code: string) =>
    update(
      workspace,
      `messages SET error = JSON_SET(error, '$.code', '${code}') WHERE tenant_id = :tenantId AND status = 'failed'`,
    );
  await fail('131048');
  await countWhile(workspace, id, async () => {
    await fail('131049');
    await update(
      workspace,
      "broadcasts SET status = 'running', completed_at = NULL WHERE tenant_id = :tenantId",
    );
  });
  expect((await stored(workspace)).status).not.toBe('paused');
});
