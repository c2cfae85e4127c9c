import { expect, it, vi } from 'vitest';
import type * as limits from '../../shared/domain/templates/broadcasts.ts';
import { plain, setUpBroadcasts } from '../helpers/broadcasts.ts';
import type { TestWorkspace } from '../helpers/test-server.ts';

/** The real limit, 100,000, takes longer to reach than to keep. */
const MOST = 3;

vi.mock('../../shared/domain/templates/broadcasts.ts', async (original) => ({
  ...(await original<typeof limits>()),
  BROADCAST_RECIPIENTS_MAX: 3,
}));

const rig = setUpBroadcasts();

/** Creates a broadcast to the contacts with the tag that begins in an hour. */
async function schedule(workspace: TestWorkspace) {
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const { status, body } = await workspace.api('POST', '/broadcasts', {
    ...{ name: 'Later', template: plain, audience: { tag: 'news' }, sendAt },
  });
  expect([status, body.status]).toEqual([201, 'scheduled']);
  return body.id as string;
}

const comesDue = (workspace: TestWorkspace) =>
  rig.server.container.database.run(
    'UPDATE broadcasts SET send_at = UTC_TIMESTAMP(3) WHERE tenant_id = :tenantId',
    { tenantId: workspace.scope.key },
  );

it('pauses a broadcast whose audience has become too large, before anyone gets it', async () => {
  const workspace = await rig.setUp();
  const phones = await rig.addContacts(workspace, MOST);
  const [unwilling = '', one = ''] = phones;
  await workspace.api('PATCH', `/contacts/${unwilling}`, { marketing: 'unsubscribed' });
  const id = await schedule(workspace);
  await rig.addContacts(workspace, 2);
  await comesDue(workspace);

  const paused = await rig.whenDone(workspace, id, { status: 'paused' });
  expect(paused).toMatchObject({ pauseReason: 'too_large', startedAt: null });
  // How many people match now: the page says it.
  expect(paused.counts).toMatchObject({ recipients: 4, waiting: 4, sent: 0, excluded: { unsubscribed: 1 } });
  expect(await rig.recipientsOf(workspace, id)).toEqual([]);
  for (const phone of phones)
    expect((await workspace.api('GET', `/messages/${phone}`)).body.data).toEqual([]);

  const resume = () => workspace.api('POST', `/broadcasts/${id}/resume`);
  const refused = await resume();
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'broadcast_too_large']);
  for (const phone of [unwilling, one]) await workspace.api('PATCH', `/contacts/${phone}`, { tags: [] });
  expect((await resume()).body).toMatchObject({ status: 'scheduled', pauseReason: null });
  expect((await rig.whenDone(workspace, id)).counts).toMatchObject({ recipients: MOST, sent: MOST });
}, 60_000);

it('sends a broadcast whose audience has grown up to the limit', async () => {
  const workspace = await rig.setUp();
  await rig.addContacts(workspace, MOST - 1);
  const id = await schedule(workspace);
  await rig.addContacts(workspace, 1);
  await comesDue(workspace);
  expect((await rig.whenDone(workspace, id)).counts).toMatchObject({ recipients: MOST, sent: MOST });
}, 60_000);

it('counts an audience again that was being read when its broadcast was paused', async () => {
  const workspace = await rig.setUp();
  await rig.addContacts(workspace, MOST);
  const id = await schedule(workspace);
  const act = (action: string) => workspace.api('POST', `/broadcasts/${id}/${action}`);
  await act('pause');
  // Two have got it, and the others are still to be read.
  await rig.server.container.database.run(
    `UPDATE broadcasts SET started_at = UTC_TIMESTAMP(3), expanded_to =
       (SELECT MAX(contact_id) FROM (SELECT contact_id FROM contact_tags WHERE tenant_id = :tenantId ORDER BY contact_id LIMIT 2) t)
     WHERE tenant_id = :tenantId`,
    { tenantId: workspace.scope.key },
  );
  await rig.server.container.database.run(
    `INSERT INTO broadcast_recipients (tenant_id, broadcast_id, contact_id, state, reason)
     SELECT b.tenant_id, b.id, t.contact_id, 1, 'blocked' FROM broadcasts b JOIN contact_tags t ON t.tenant_id = b.tenant_id
     WHERE b.tenant_id = :tenantId AND t.contact_id <= b.expanded_to`,
    { tenantId: workspace.scope.key },
  );
  const [late = ''] = await rig.addContacts(workspace, 1);
  expect((await act('resume')).body.error?.code).toBe('broadcast_too_large');
  await workspace.api('PATCH', `/contacts/${late}`, { tags: [] });
  expect((await act('resume')).body.status).toBe('running');
  expect((await rig.whenDone(workspace, id)).counts).toMatchObject({
    recipients: 1,
    excluded: { blocked: 2 },
  });
}, 60_000);
