import { expect, it } from 'vitest';
import { decodeId } from '../../server/kernel/ids.ts';
import { plain, setUpBroadcasts } from '../helpers/broadcasts.ts';
import { createInsightSteps } from '../helpers/insights.ts';
import type { Json } from '../helpers/messaging.ts';
import type { TestWorkspace } from '../helpers/test-server.ts';

/** The conversations behind the messages sent of a period, of which broadcasts sent some. */

const rig = setUpBroadcasts();
const { setUp, addContacts, whenDone } = rig;

const send = async (workspace: TestWorkspace, name: string, contacts: readonly string[]) => {
  const input = { name, template: plain, audience: { contacts } };
  const { body } = await workspace.api('POST', '/broadcasts', input);
  await whenDone(workspace, body.id);
  return decodeId(body.id);
};

const update = (workspace: TestWorkspace, sql: string, bindings: Record<string, Buffer> = {}) =>
  rig.server.container.database.run(sql, { tenantId: workspace.scope.key, ...bindings });

/** Reads a list to its end, so many rows at a time; returns the numbers of the contacts. */
async function behind(workspace: TestWorkspace, query: string, limit = 100): Promise<string[]> {
  const phones: string[] = [];
  let cursor = '';
  for (let page = 0; page < 20; page += 1) {
    const { status, body } = await workspace.dashboard(
      'GET',
      `/insights/conversations?${query}&limit=${limit}${cursor}`,
    );
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data.length).toBeLessThanOrEqual(limit);
    phones.push(...body.data.map(({ contact }: Json) => contact.phone));
    if (body.nextCursor === null) return phones;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
  throw new Error('the list has no end');
}

it('are listed although a broadcast is no activity of a conversation, each once', async () => {
  const workspace = await setUp();
  const old = await addContacts(workspace, 3);
  const recent = await addContacts(workspace, 2);
  await send(workspace, 'Long ago', old);
  const steps = createInsightSteps(rig.server, workspace);
  // Before they are moved: what is counted from the messages themselves, as after an upgrade, has their new times.
  await steps.whenCounted();
  const past = 'UTC_TIMESTAMP(3) - INTERVAL 40 DAY';
  await update(
    workspace,
    `UPDATE conversations SET last_activity_at = ${past}, last_message_at = ${past} WHERE tenant_id = :tenantId`,
  );
  await update(workspace, `UPDATE messages SET created_at = ${past} WHERE tenant_id = :tenantId`);
  await update(
    workspace,
    `UPDATE broadcasts SET started_at = ${past}, completed_at = ${past} WHERE tenant_id = :tenantId`,
  );
  const [first = '', second = '', third = ''] = old;
  await send(workspace, 'First', [first, second, ...recent]);
  await send(workspace, 'Second', [second, third]);

  const all = [first, second, third, ...recent].toSorted();
  for (const limit of [100, 2, 1])
    expect((await behind(workspace, 'figure=messages_sent', limit)).toSorted(), `by ${limit}`).toEqual(all);
  // Those with activity come first, the latest of them before the others.
  expect((await behind(workspace, 'figure=messages_sent')).slice(0, 2).toSorted()).toEqual(recent.toSorted());
  expect(await behind(workspace, `figure=messages_sent&memberId=${workspace.ownerId}`)).toEqual([]);
  expect(await behind(workspace, 'figure=messages_received')).toEqual([]);
  expect(await behind(workspace, 'figure=messages_sent&hour=2020-01-01T00:00:00.000Z')).toEqual([]);
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();
  const inHour = await behind(workspace, `figure=messages_sent&hour=${hour}`);
  // Unless the next hour has just begun.
  if (new Date().getUTCMinutes() > 2) expect(inHour.toSorted()).toEqual(all);

  await steps.whenCounted();
  const { body } = await workspace.api('GET', '/insights');
  // One of them got two.
  expect(body.messagesSent.value).toBe(3 + all.length + 1);
}, 60_000);
