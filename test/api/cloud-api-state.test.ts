import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from '../../server/admin/run-admin.ts';
import { readConfig } from '../../server/config.ts';
import { credentialsOf } from '../../server/features/channel/index.ts';
import { createSandbox } from '../../server/sandbox/create-sandbox.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { selfSigned } from '../helpers/bad-certificates.ts';
import { onlyInSoak } from '../helpers/lane.ts';
import { connectWorkspace, eventually, startPlatform, type TestPlatform } from '../helpers/platform.ts';
import { trippedStatements } from '../helpers/sql-tripwire.ts';
import {
  call,
  createWorkspace,
  OWNER_PASSWORD,
  signIn,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

const { appId, appSecret, accessToken, wabaId, phoneNumberId } = demoAccount;
const good = { appId, appSecret, accessToken, wabaId, phoneNumberId };
const PHONE = '15550100123';

let server: TestServer;
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
  server = await startTestServer({ GRAPH_URL: platform.url });
});
afterAll(async () => {
  await server.stop();
  await platform.stop();
  expect(trippedStatements).toEqual([]);
});

async function connected(): Promise<TestWorkspace> {
  const workspace = await createWorkspace(server);
  await connectWorkspace(server, workspace, platform);
  await workspace.api('POST', '/contacts', { name: 'Maya', phone: PHONE });
  return workspace;
}
const send = (workspace: TestWorkspace, content: string) =>
  workspace.api('POST', '/messages/send', { contactId: PHONE, type: 'text', content });
const stateOf = async (workspace: TestWorkspace) =>
  (await workspace.dashboard('GET', '/cloud-api/state')).body;
const statesIn = async (workspace: TestWorkspace): Promise<string[]> =>
  (await workspace.dashboard('GET', '/events?since=0')).body.events
    .filter(({ name }: { name: string }) => name === 'channel.updated')
    .map((event: { payload: { channel: { state: string } } }) => event.payload.channel.state);
const statusOf = async (workspace: TestWorkspace, id: string) =>
  (await workspace.api('GET', `/messages/${PHONE}`)).body.data.find((one: { id: string }) => one.id === id)
    .status;

describe('the channel state', () => {
  it('is credentials_refused after a credentials error; saving valid ones sends waiting messages at once', async () => {
    const workspace = await connected();
    await platform.configure({ tokenExpired: true });
    const { body } = await send(workspace, 'hello');
    expect(body.status).toBe('queued');
    const broken = await eventually(async () => {
      const { channel, waiting } = await stateOf(workspace);
      return channel.state === 'credentials_refused' && { channel, waiting };
    });
    expect(broken).toMatchObject({
      waiting: 1,
      channel: {
        since: expect.any(String),
        reason: {
          code: '190',
          message: expect.stringContaining('Generate a new one'),
          messageCode: 'token_rejected_detail',
          messageParams: { detail: expect.any(String) },
        },
      },
    });
    const { workspace: described } = (await workspace.dashboard('GET', '/session')).body;
    expect(described.channel).toMatchObject({ state: 'credentials_refused', connected: true });
    const rejected = await workspace.dashboard('PUT', '/cloud-api/credentials', good);
    expect(rejected.status, 'invalid ones change nothing').toBe(400);
    expect((await stateOf(workspace)).channel.state).toBe('credentials_refused');

    await platform.configure({ tokenExpired: false });
    const saved = await workspace.dashboard('PUT', '/cloud-api/credentials', good);
    expect(saved.body.cloudApi.channel).toMatchObject({ state: 'connected', reason: null });
    await eventually(async () => (await statusOf(workspace, body.id)) !== 'queued');
    expect(await statesIn(workspace)).toEqual(['connected', 'credentials_refused', 'connected']);
  });

  it('is not changed by one send without a response, a rate limit or a rejected message', async () => {
    const workspace = await connected();
    await platform.configure({ nextSends: [131016, 130429] });
    const { body } = await send(workspace, 'one');
    await eventually(async () => (await statusOf(workspace, body.id)) !== 'queued', 12_000);
    await platform.configure({ nextSends: [131051] });
    expect((await send(workspace, 'two')).body.status).toBe('failed');
    expect(await statesIn(workspace)).toEqual(['connected']);
  });

  it('is platform_unreachable while the platform is down; afterwards waiting messages are sent', async () => {
    const away = createSandbox({ port: 0 });
    const { url, port } = await away.listen();
    const second = await startTestServer({ GRAPH_URL: url });
    const workspace = await createWorkspace(second);
    await connectWorkspace(second, workspace);
    await workspace.api('POST', '/contacts', { name: 'Maya', phone: PHONE });
    await away.close();
    const sent: string[] = [];
    for (const words of ['one', 'two', 'three']) sent.push((await send(workspace, words)).body.id);
    const down = await eventually(async () => {
      const { channel, waiting } = await stateOf(workspace);
      return channel.state === 'platform_unreachable' && { channel, waiting };
    }, 15_000);
    expect(down.waiting).toBe(3);
    expect(down.channel.reason).toMatchObject({
      message: expect.stringContaining('did not respond'),
      messageCode: 'no_response',
      messageParams: { detail: expect.any(String) },
    });

    const back = createSandbox({ port });
    await back.listen();
    await eventually(async () => (await stateOf(workspace)).channel.state === 'connected', 20_000);
    await eventually(async () => (await stateOf(workspace)).waiting === 0, 10_000);
    const phone = await (
      await fetch(`${url}/control/accounts/${phoneNumberId}/chats/${PHONE}/messages?all=1`)
    ).json();
    expect(phone.data.map(({ text }: { text: string }) => text)).toEqual(['one', 'two', 'three']);
    expect(await statesIn(workspace)).toEqual(['connected', 'platform_unreachable', 'connected']);
    await second.stop();
    await back.close();
  }, 60_000);

  it('says within seconds that the certificate of the platform is not accepted, to its owner and to the log', async () => {
    const untrusted = createSecureServer(await selfSigned('localhost', 24));
    await new Promise<void>((resolve) => untrusted.listen(0, resolve));
    const host = `localhost:${(untrusted.address() as AddressInfo).port}`;
    const second = await startTestServer({ GRAPH_URL: `https://${host}` });
    const workspace = await createWorkspace(second);
    const refused = await workspace.dashboard('PUT', '/cloud-api/credentials', good);
    expect(refused.body.error).toMatchObject({
      code: 'platform_unreachable',
      message: expect.stringMatching(new RegExp(`certificate of WhatsApp’s server.+${host}`)),
    });
    await second.container.saveCredentials(second.container.contextFor(workspace.scope), good, {
      unchecked: true,
    });
    await workspace.api('POST', '/contacts', { name: 'Maya', phone: PHONE });
    const { body } = await send(workspace, 'hello');
    expect(body.status).toBe('queued');
    const { reason } = await eventually(async () => {
      const { channel } = await stateOf(workspace);
      return channel.reason?.messageCode === 'certificate_not_accepted' && channel;
    }, 5_000);
    expect(reason.messageParams.detail).toMatch(`${host}: self-signed certificate`);
    const line = second.logs.find((one) => one.includes('send postponed')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      kind: 'later',
      message: body.id,
      reason: `${host}: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)`,
    });
    await second.stop();
    untrusted.close();
  }, 30_000);

  onlyInSoak(it)('recovers in a workspace that sends nothing', async () => {
    const workspace = await connected();
    const { saveCredentials, contextFor } = server.container;
    await saveCredentials(contextFor(workspace.scope), good, { unchecked: true });
    expect((await stateOf(workspace)).channel.state).toBe('platform_unreachable');
    await eventually(async () => (await stateOf(workspace)).channel.state === 'connected', 15_000);
  });
});

describe('secret-key rotate', () => {
  it('encrypts everything again with the current key, once, and skips what it cannot decrypt', async () => {
    const [first, second] = [
      'the first secret of thirty-two characters',
      'the second one, of thirty-two characters',
    ];
    const before = await startTestServer({ GRAPH_URL: platform.url, SECRET_KEY: first });
    const workspaces = [await createWorkspace(before), await createWorkspace(before)];
    for (const workspace of workspaces) await connectWorkspace(before, workspace);
    await workspaces[0]?.dashboard('PUT', '/cloud-api/setup/app', { appId, appSecret });
    const rotate = async (secretKey: string, previous: string) => {
      const config = readConfig({ GRAPH_URL: platform.url, SECRET_KEY_PREVIOUS: previous });
      const { exitCode, output } = await runAdmin(['secret-key', 'rotate', '--json'], {
        config,
        readLine: async () => null,
        withRuntime: (use) => use({ databaseUrl: before.databaseUrl, secretKey }),
      });
      expect(exitCode, output).toBe(0);
      return JSON.parse(output);
    };
    const count = { workspaces: 2, rotated: 0, current: 0, unreadable: 0 };
    expect(await rotate(second, 'an unknown one with thirty-two characters')).toEqual({
      ...count,
      unreadable: 5,
    });
    expect(await rotate(second, first)).toEqual({ ...count, rotated: 5 });
    expect(await rotate(second, first)).toEqual({ ...count, current: 5 });

    const after = await startTestServer({ GRAPH_URL: platform.url, SECRET_KEY: second }, before);
    for (const { scope } of workspaces)
      expect(await credentialsOf(after.container.contextFor(scope))).toEqual(good);
    await after.stop();
    await before.stop();
  });

  it('with an unknown key, the page shows the credentials as unreadable and sign-in works', async () => {
    const workspace = await connected();
    const SECRET = 'an unknown one with thirty-two characters';
    const second = await startTestServer({ GRAPH_URL: platform.url, SECRET_KEY: SECRET }, server);
    const cookie = await signIn(second, workspace.email, OWNER_PASSWORD);
    const see = (path: string) => call(`${second.url}/api/dashboard${path}`, { headers: { cookie } });
    expect((await see('/session')).status).toBe(200);
    expect((await see('/cloud-api')).body.credentials).toMatchObject({
      phoneNumberId,
      isReadable: false,
      accessToken: { set: false, endsIn: null },
    });
    await second.stop();
  });
});
