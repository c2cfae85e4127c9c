import { createConnection } from 'mysql2/promise';
import { expect, it } from 'vitest';
import { createApiKey } from '../../server/features/api-keys/index.ts';
import { isOnSeveralNodes } from '../helpers/lane.ts';
import { connectWorkspace, eventually } from '../helpers/platform.ts';
import { bearer, call, createWorkspace, type TestWorkspace } from '../helpers/test-server.ts';
import { setUpWebhooks } from '../helpers/webhooks.ts';

const rig = setUpWebhooks();

const channelOf = async ({ api }: TestWorkspace) => (await api('GET', '/me')).body.channel;

/** Sets up a workspace with a customer who has just written, and an endpoint that gets the states of the channel. */
async function setUpChannel() {
  const { workspace, phone, events } = await rig.setUp({ events: ['channel.updated'] });
  await rig.platform.customerWrites(phone, 'hello');
  await eventually(async () => (await workspace.api('GET', `/contacts/${phone}`)).status === 200);
  const send = (type: object = { type: 'text', content: 'Hello' }) =>
    workspace.api('POST', '/messages/send', { contactId: phone, ...type });
  /** Returns the data of the newest event about a state of the channel. */
  const reported = (state: string) =>
    eventually(async () => {
      const channels = events().map(
        (event) => (event as unknown as { data: { channel: { state: string } } }).data.channel,
      );
      return channels.findLast((channel) => channel.state === state);
    });
  return { workspace, phone, send, reported };
}

it('a key learns what it belongs to, what it may do, and whether messages can be sent', async () => {
  const workspace = await createWorkspace(rig.server);
  const input = { name: 'Order system', permissions: ['messages:send' as const] };
  const { key, apiKey } = await createApiKey(rig.server.container.contextFor(workspace.scope), input);
  const me = async () => (await call(`${rig.server.url}/api/v1/me`, { headers: bearer(key) })).body;
  expect(await me()).toEqual({
    workspace: { id: workspace.scope.tenantId, name: expect.any(String) },
    key: { id: apiKey.id, name: 'Order system', permissions: ['messages:send'], hint: key.slice(-4) },
    channel: { state: 'not_connected', phoneNumber: null, problem: null },
    limits: { keyPerMinute: expect.any(Number), workspacePerMinute: expect.any(Number) },
  });
  await connectWorkspace(rig.server, workspace);
  expect((await me()).channel).toEqual({ state: 'connected', phoneNumber: null, problem: null });
  expect((await workspace.dashboard('GET', '/me')).status).toBe(404);
});

it('while the platform refuses the token, messages arrive, and sends wait with a warning: also the first one', async () => {
  const { workspace, phone, send, reported } = await setUpChannel();
  await rig.platform.configure({ tokenExpired: true });
  const first = await send();
  expect(first.body).toMatchObject({ status: 'queued', warnings: ['channel_refused'], error: null });
  expect((await workspace.api('GET', `/messages/${first.body.id}`)).body.warnings).toEqual([
    'channel_refused',
  ]);
  expect(await channelOf(workspace)).toMatchObject({
    state: 'refused',
    problem: expect.stringContaining('Generate a new one'),
  });
  // The event has the name of the state that the dashboard uses.
  expect(await reported('credentials_refused')).toMatchObject({
    problem: (await channelOf(workspace)).problem,
  });
  expect((await send()).body).toMatchObject({ status: 'queued', warnings: ['channel_refused'] });
  const sendAt = new Date(Date.now() + 86_400_000).toISOString();
  const later = await send({ type: 'text', content: 'Tomorrow', sendAt });
  expect(later.body, 'the channel may work by then').toMatchObject({ status: 'scheduled', warnings: [] });
  const history = async () =>
    (await workspace.api('GET', `/messages/${phone}`)).body.data.map(
      ({ direction, content, status }: { direction: string; content: string; status: string }) =>
        `${direction} ${status}: ${content}`,
    );
  await rig.platform.customerWrites(phone, 'Still there?');
  await eventually(async () => (await history()).includes('inbound received: Still there?'));
  expect(await history()).not.toContainEqual(expect.stringMatching(/^outbound (?:sent|failed)/));

  await rig.platform.configure({ tokenExpired: false });
  await connectWorkspace(rig.server, workspace, rig.platform);
  await eventually(async () => {
    const { body } = await workspace.api('GET', `/messages/${phone}`);
    return body.data.filter(({ status }: { status: string }) => status === 'delivered').length === 2;
  });
  expect((await send()).body).toMatchObject({ status: 'sent', warnings: [] });
});

it('sends beside the one that finds the token refused warn too, and so does that of a file', async () => {
  const { workspace, send } = await setUpChannel();
  await rig.platform.configure({ tokenExpired: true });
  const answers = await Promise.all(Array.from({ length: 8 }, () => send()));
  const warned = answers.filter(({ body }) => body.warnings.includes('channel_refused'));
  expect(warned.length, 'all of them, as none was taken').toBe(answers.length);

  await rig.platform.configure({ tokenExpired: false });
  await connectWorkspace(rig.server, workspace, rig.platform);
  await eventually(async () => (await send()).body.status === 'sent');
  const file = await fetch(`${rig.server.url}/api/v1/media?filename=note.txt`, {
    method: 'POST',
    headers: { ...bearer(workspace.key), 'content-type': 'text/plain' },
    body: 'a note',
  });
  const { id: mediaId } = (await file.json()) as { id: string };
  await rig.platform.configure({ tokenExpired: true });
  expect((await send({ type: 'document', mediaId })).body).toMatchObject({
    status: 'queued',
    warnings: ['channel_refused'],
  });
  await rig.platform.configure({ tokenExpired: false });
});

it.skipIf(isOnSeveralNodes)(
  'sends are paused after the refusal is noted, so one that comes in between warns as well',
  async () => {
    const { workspace, send } = await setUpChannel();
    const { database } = rig.server.container;
    const tenantId = workspace.scope.key;
    const pauses = () =>
      database.select('SELECT 1 FROM send_pauses WHERE tenant_id = :tenantId', { tenantId });
    const locked = () =>
      database.select(`/* system: test */ SELECT 1 FROM information_schema.innodb_trx
    WHERE trx_state = 'LOCK WAIT' AND trx_query LIKE '%FROM \`channels\`%'`);
    await rig.platform.configure({ tokenExpired: true });
    const connection = await createConnection(rig.server.databaseUrl);
    try {
      await connection.beginTransaction();
      await connection.execute('SELECT state FROM channels WHERE tenant_id = ? FOR UPDATE', [tenantId]);
      const first = send();
      await eventually(async () => (await locked()).length > 0);
      expect(await pauses(), 'the state of the channel comes first').toEqual([]);
      const second = send();
      await connection.rollback();
      for (const { body } of [await first, await second])
        expect(body).toMatchObject({ status: 'queued', warnings: ['channel_refused'] });
    } finally {
      await connection.end();
    }
    await eventually(async () => (await pauses()).length > 0);
    // As after a server that was killed between the two: the next send pauses the others.
    await database.run('DELETE FROM send_pauses WHERE tenant_id = :tenantId', { tenantId });
    expect((await send()).body).toMatchObject({ status: 'queued', warnings: ['channel_refused'] });
    expect(await pauses()).toHaveLength(1);
    await rig.platform.configure({ tokenExpired: false });
  },
);

it('while the platform does not respond, the channel is degraded, and sends wait without a warning', async () => {
  const { workspace, send, reported } = await setUpChannel();
  await rig.platform.configure({ answerErrorRate: 1 });
  for (let sends = 0; sends < 3; sends += 1) {
    expect((await send()).body).toMatchObject({ status: 'queued', warnings: [] });
  }
  expect(await reported('platform_unreachable')).toMatchObject({ problem: expect.any(String) });
  expect(await channelOf(workspace)).toMatchObject({ state: 'degraded', problem: expect.any(String) });
  await rig.platform.configure({ answerErrorRate: 0 });
  rig.server.passTime(30);
  await reported('connected');
  expect(await channelOf(workspace)).toMatchObject({ state: 'connected', problem: null });
});
